/**
 * A study on the screen: its chapters, what is still to be saved, and a conflict with another window. The server keeps
 * versions: what was written elsewhere meanwhile is never written over.
 */

import { ApiError } from './http';
import { studies } from './study-api';
import type { Chapter, Study, StudySummary, Visibility } from './wire';

/** A change is saved after so many milliseconds without another one. */
const PAUSE = 900;

export type Saving = 'saved' | 'unsaved' | 'saving' | 'stale' | 'failed';

export class OpenStudy {
  about = $state.raw<StudySummary | null>(null);
  name = $state('');
  visibility = $state<Visibility>('private');
  chapters = $state.raw<Chapter[]>([]);
  state = $state<Saving>('saved');
  failure = $state.raw<unknown>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changes = 0;
  #collect: () => void = () => {};

  readonly mine = $derived(this.about?.mine ?? false);

  /** `collect` is called before saving, to bring the chapter on the screen up to date. */
  constructor(collect?: () => void) {
    if (collect) this.#collect = collect;
  }

  take({ about, chapters }: Study): void {
    clearTimeout(this.#timer);
    this.about = about;
    this.name = about.name;
    this.visibility = about.visibility;
    this.chapters = chapters;
    this.state = 'saved';
    this.failure = null;
  }

  async load(id: string): Promise<void> {
    this.take(await studies.one(id));
  }

  /** Something has changed and is saved soon. Nothing is written while a conflict waits for a decision. */
  changed(): void {
    if (!this.mine || this.state === 'stale') return;
    this.#changes += 1;
    if (this.state !== 'saving') this.state = 'unsaved';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), PAUSE);
  }

  /** Saves now, unless there is nothing to save. */
  async save(): Promise<void> {
    const { about } = this;
    clearTimeout(this.#timer);
    if (!about || !this.mine || this.state === 'saved' || this.state === 'saving' || this.state === 'stale') return;
    this.#collect();
    const upTo = this.#changes;
    this.state = 'saving';
    this.failure = null;
    try {
      const { name, visibility, chapters } = this;
      this.about = await studies.change(about.study, { version: about.version, name, visibility, chapters });
      this.state = 'saved';
      // What changed meanwhile is next.
      if (this.#changes !== upTo) {
        this.state = 'unsaved';
        await this.save();
      }
    } catch (failure) {
      const stale = failure instanceof ApiError && failure.code === 'stale';
      this.state = stale ? 'stale' : 'failed';
      this.failure = stale ? null : failure;
    }
  }

  /** Tries again what failed. */
  retry(): void {
    this.state = 'unsaved';
    void this.save();
  }

  /** A conflict: what is here becomes a study of its own; the other version stays as it is. Returns its id. */
  async keepAsCopy(name: string): Promise<string> {
    this.#collect();
    const made = await studies.create({ name, visibility: 'private', chapters: this.chapters });
    return made.about.study;
  }

  /** A conflict: what was written elsewhere is taken, what is here is given up. */
  async takeTheirs(): Promise<void> {
    if (this.about) await this.load(this.about.study);
  }
}
