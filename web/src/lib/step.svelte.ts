/** A step of a lesson while somebody is at it. The server judges every decision; the page knows no rules. */

import { api } from './api';
import { ApiError } from './http';
import { progress } from './progress.svelte';
import { motion } from './settings.svelte';
import type { LessonAnswer, LessonStep, Text } from './wire';
import { Walk } from './walk.svelte';

export class StepPlay {
  readonly walk: Walk;
  verdict = $state<LessonAnswer['verdict']>('go');
  /** How the last decision was, also after it was taken back. */
  tone = $state<LessonAnswer['verdict'] | null>(null);
  /** What is said about the last decision. */
  say = $state.raw<Text | null>(null);
  refusal = $state.raw<Text | null>(null);
  /** A move that leads on, for those who asked. */
  hint = $state<string | null>(null);
  #decisions: string[] = [];
  #shown = 0;

  constructor(
    private readonly where: { game: string; lesson: string; step: number },
    private readonly step: LessonStep,
  ) {
    this.walk = new Walk(step.frame);
  }

  get legal(): string[] {
    return this.verdict === 'go' && !this.walk.moving ? this.walk.frame.legal : [];
  }

  async play(text: string): Promise<void> {
    if (this.verdict !== 'go') return;
    this.hint = null;
    this.refusal = null;
    let answer: LessonAnswer;
    try {
      answer = await api.attemptLesson({ ...this.where, decisions: [...this.#decisions, text] });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.refusal = failure.text;
      return;
    }
    this.#decisions.push(text);
    const from = this.#shown;
    this.#shown = answer.events.length;
    this.say = answer.say;
    this.verdict = answer.verdict;
    this.tone = answer.verdict;
    if (answer.verdict === 'right') progress.add(this.where, answer.kept);
    await this.walk.along(answer.frames, answer.events, from);
    if (answer.verdict === 'wrong') {
      // What was played is seen, and then taken back.
      await new Promise((done) => setTimeout(done, motion() * 5));
      if (this.verdict === 'wrong') this.again(false);
    }
  }

  /** Asks for a move that leads on. */
  async show(): Promise<void> {
    const { show } = await api.attemptLesson({ ...this.where, decisions: this.#decisions });
    this.hint = show;
  }

  /** From the beginning of the step; what was said stays unless told otherwise. */
  again(forget = true): void {
    this.#decisions = [];
    this.#shown = 0;
    this.verdict = 'go';
    this.hint = null;
    this.refusal = null;
    if (forget) {
      this.say = null;
      this.tone = null;
    }
    this.walk.set(this.step.frame);
  }
}
