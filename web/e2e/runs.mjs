/** Run folders for the training pages: written by hand, so that they grow when a test wants, or really trained. */

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from './server.mjs';

/** The numbers of one epoch, evaluated every other one; a better network with a greater `skill`. */
function line(epoch, skill) {
  const learned = 1 - Math.exp((-epoch * skill) / 12);
  const wave = Math.sin(epoch * 1.7) / 20;
  const values = {
    'loss/mean': 0.2 * (1.1 - learned) + Math.abs(wave) / 10,
    'loss/std': 0.03,
    lr: 0.001 * 0.97 ** epoch,
    'speed/games': 300 + 10 * wave,
    'policy/loss': 2 - learned,
  };
  if (epoch % 2 === 0) {
    Object.assign(values, {
      'win_rate/greedy': 0.5 * learned + wave,
      'win_rate/uniform': 0.5 + 0.45 * learned + wave / 4,
    });
    for (const placed of [6, 8, 10]) values[`blunder/${placed}`] = 0.6 - 0.4 * learned + placed / 100;
  }
  return { epoch, step: 24 * epoch, time: 1.5 * epoch, ...values };
}

function distribution(epoch) {
  const bell = (middle) =>
    Array.from({ length: 44 }, (_, bin) => Math.round(400 * Math.exp(-(((bin - middle) / 5) ** 2))));
  const of = (middle) => ({ low: -1.1, high: 1.1, counts: bell(middle) });
  const values = {};
  for (const head of ['place', 'select']) {
    values[`q/${head}/loss`] = of(22 - Math.min(14, epoch));
    values[`q/${head}/draw`] = of(22);
    values[`q/${head}/win`] = of(22 + Math.min(14, epoch));
  }
  return { epoch, step: 24 * epoch, time: 1.5 * epoch, ...values };
}

const BOARDS = {
  title: 'TLRH|d4 SLRF|2 | R=-1',
  before: [
    [12, -1, 14, 3],
    [-1, 11, -1, 2],
    [-1, 5, -1, 10],
    [8, 0, 6, -1],
  ],
  after: [
    [12, -1, 14, 3],
    [-1, 11, -1, 2],
    [-1, 5, -1, 10],
    [8, 0, 6, 13],
  ],
};
const GAME = `[Game "quarto"]
[Rules "square"]
[First "network"]
[Second "network"]
[Result "1-0"]

TLQF b3 SDRH c2 TLRH c1 SLQH d4 SLRF d2 SLRH b2 SDQH c4 SLQF a2 1-0
`;

/** A run folder with some epochs; `grow` adds more, `back` cuts it as a training that goes on from a checkpoint does. */
export function writeRun(runs, name, { epochs, all = 40, skill = 1, seed = 1, rate = '0.001' }) {
  const at = join(runs, name);
  mkdirSync(join(at, 'games'), { recursive: true });
  mkdirSync(join(at, 'checkpoints'));
  const file = (name) => join(at, name);
  writeFileSync(
    file('config.toml'),
    `algo = "dqn"\ngame = "quarto"\n\n[dqn]\nlearning_rate = ${rate}\nbatch_size = 128\n\n[run]\nbest = "win_rate/greedy"\nepochs = ${all}\nseed = ${seed}\n`,
  );
  let done = 0;
  let life = skill;
  const grow = (n) => {
    for (const end = done + n; done < end;) {
      done += 1;
      appendFileSync(file('metrics.jsonl'), JSON.stringify(line(done, life)) + '\n');
      appendFileSync(file('histograms.jsonl'), JSON.stringify(distribution(done)) + '\n');
    }
  };
  grow(epochs);
  writeFileSync(
    file('boards.jsonl'),
    JSON.stringify({ epoch: done, step: 24 * done, time: 1.5 * done, boards: [BOARDS] }) + '\n',
  );
  writeFileSync(file('games/epoch-000004-1-self-play.txt'), GAME);
  writeFileSync(file('lock'), '');
  // A folder is a run once this is there.
  const meta = {
    format: 1,
    program: '0.1.0',
    game: 'quarto',
    rules: 'square',
    rules_version: 1,
    algo: 'dqn',
    seed,
    threads: 2,
    cores: 2,
  };
  writeFileSync(file('meta.json'), JSON.stringify({ ...meta, created: 1.79e9 + seed }));
  return {
    grow,
    back(epoch, otherSkill) {
      for (const name of ['metrics.jsonl', 'histograms.jsonl']) writeFileSync(file(name), '');
      [done, life] = [0, otherSkill];
      grow(epoch);
    },
    /** Holds the lock as a training does; what it returns lets go. */
    hold() {
      // In a group of its own: what sleeps holds the lock too.
      const child = spawn('flock', [file('lock'), 'sleep', '120'], { stdio: 'ignore', detached: true });
      return () => process.kill(-child.pid);
    },
  };
}

/** As little as a training can do and still leave checkpoints that can be played. */
const LITTLE = {
  epochs: 2,
  eval_every: 1,
  sample_every: 1,
  matches_per_epoch: 24,
  iterations: 2,
  evaluation_games: 8,
  blunder_games: 2,
};

/** A training by the real program. */
export function train(runs, name, settings = LITTLE) {
  const set = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const args = ['train', 'quarto', '--runs', runs, '--name', name, ...set];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the training ended with ${code}`))));
  });
}
