import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './http';
import { studies } from './study-api';
import { OpenStudy } from './study.svelte';
import type { Study, StudyRequest } from './wire';

const study = (version: number): Study => ({
  about: {
    study: 's',
    name: 'One',
    owner: 'Ana',
    mine: true,
    game: 'none',
    visibility: 'private',
    count: 0,
    version,
    created: 1,
    updated: 1,
  },
  chapters: [],
});
const stale = new ApiError(409, 'stale', { en: 'stale', es: 'stale' });
let sent: StudyRequest[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.spyOn(studies, 'change').mockImplementation(async (_, to) => {
    sent.push(to);
    return { ...study((to.version ?? 0) + 1).about, name: to.name };
  });
});

test('changes are saved together after a pause, each version after the one before', async () => {
  const open = new OpenStudy();
  open.take(study(4));
  open.name = 'Two';
  open.changed();
  open.changed();
  expect(open.state).toBe('unsaved');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(({ version, name }) => [version, name])).toEqual([[4, 'Two']]);
  open.changed();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent[1]?.version).toBe(5);
  expect(open.state).toBe('saved');
});

test('what changes while it is saved is saved next', async () => {
  let answer = () => {};
  vi.mocked(studies.change).mockImplementationOnce(async (_, to) => {
    sent.push(to);
    await new Promise<void>((resolve) => (answer = resolve));
    return study(2).about;
  });
  const open = new OpenStudy();
  open.take(study(1));
  open.changed();
  await vi.advanceTimersByTimeAsync(1000);
  open.name = 'Later';
  open.changed();
  answer();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(({ name }) => name)).toEqual(['One', 'Later']);
  expect(open.state).toBe('saved');
});

test('a conflict waits for a decision and writes nothing over', async () => {
  vi.mocked(studies.change).mockRejectedValueOnce(stale);
  const collected = vi.fn();
  const open = new OpenStudy(collected);
  open.take(study(1));
  open.changed();
  await vi.advanceTimersByTimeAsync(1000);
  expect(open.state).toBe('stale');
  open.changed();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([]);
  const create = vi
    .spyOn(studies, 'create')
    .mockResolvedValue({ ...study(1), about: { ...study(1).about, study: 'new' } });
  expect(await open.keepAsCopy('One (copy)')).toBe('new');
  expect(create.mock.calls[0]?.[0].name).toBe('One (copy)');
  expect(collected).toHaveBeenCalledTimes(2);
  vi.spyOn(studies, 'one').mockResolvedValue(study(7));
  await open.takeTheirs();
  expect([open.state, open.about?.version]).toEqual(['saved', 7]);
});

test('a study of somebody else is never written', async () => {
  const open = new OpenStudy();
  open.take({ ...study(1), about: { ...study(1).about, mine: false } });
  open.changed();
  await vi.advanceTimersByTimeAsync(5000);
  await open.save();
  expect(sent).toEqual([]);
});
