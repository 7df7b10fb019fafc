import { describe, expect, it } from 'vitest';
import { chance } from './deal';
import { placeAt, placeOf, placesIn } from './places';
import { pictures } from './scoring';
import { readMove, type AzulBoardView, type AzulView } from './view';

const board = (change: Partial<AzulBoardView> = {}): AzulBoardView => ({
  score: 0,
  lines: ['', '', '', '', ''],
  wall: ['.....', '.....', '.....', '.....', '.....'],
  floor: '',
  penalty: 0,
  complete: [0, 0, 0],
  ...change,
});
const table = (first: AzulBoardView, second: AzulBoardView): AzulView => ({
  round: 1,
  turn: 'first',
  opener: null,
  factories: ['', '', '', '', ''],
  centre: 'R',
  centre_marker: false,
  marker: 'second',
  boards: { first, second },
  pattern: ['BYRKW', 'WBYRK', 'KWBYR', 'RKWBY', 'YRKWB'],
  penalties: [1, 1, 2, 2, 2, 3, 3],
  bag: [0, 0, 0, 0, 0],
  lid: [0, 0, 0, 0, 0],
  legal: ['CR-1'],
  round_ends: [],
});

describe('moves', () => {
  it('reads source, colour and target', () => {
    expect(readMove('2B-3')).toEqual({ source: '2', colour: 'B', target: '3' });
    expect(readMove('CK-F')).toEqual({ source: 'C', colour: 'K', target: 'F' });
    expect(readMove('BYYY/BRWW/BBYY/BBBR/BYRK')).toBeNull();
  });
});

describe('the end of a round', () => {
  const before = table(board(), board({ lines: ['', 'WW', 'Y', '', ''], floor: 'M', penalty: 1 }));
  before.round_ends = [
    {
      move: 'CR-1',
      boards: {
        first: { tiles: [{ row: 0, column: 2, points: 1 }], penalty: 0, score: 1, bonus: null },
        second: {
          tiles: [{ row: 1, column: 0, points: 3 }],
          penalty: 1,
          score: 2,
          bonus: { complete: [1, 0, 0], points: 2 },
        },
      },
    },
  ];
  const after = table(
    board({ score: 1, wall: ['..R..', '.....', '.....', '.....', '.....'] }),
    board({ score: 4, lines: ['', '', 'Y', '', ''], wall: ['.....', 'W....', '.....', '.....', '.....'] }),
  );
  const list = pictures(before, after, 'CR-1')!;

  it('begins with full lines, the last move included', () => {
    expect(list[0]?.boards.first.lines).toEqual(['R', '', '', '', '']);
    expect(list[0]?.boards.second.lines).toEqual(['', 'WW', 'Y', '', '']);
  });

  it('counts tile by tile, then the floor, then the bonus', () => {
    expect(list.map((picture) => picture.event?.points)).toEqual([undefined, 1, 3, -1, 2]);
    expect(list.map((picture) => picture.boards.second.score)).toEqual([0, 0, 3, 2, 4]);
  });

  it('ends as the table really is', () => {
    const last = list.at(-1)!.boards;
    for (const player of ['first', 'second'] as const) {
      expect(last[player].wall).toEqual(after.boards[player].wall);
      expect(last[player].lines).toEqual(after.boards[player].lines);
      expect(last[player].score).toBe(after.boards[player].score);
    }
  });

  it('says nothing for other moves', () => {
    expect(pictures(before, after, 'CR-2')).toBeNull();
  });
});

describe('a deal for analysis', () => {
  const view = { ...table(board(), board()), opener: 'first' as const };
  const count = (deal: string, letter: string) => [...deal].filter((tile) => tile === letter).length;

  it('takes four tiles for each factory from the bag', () => {
    const deal = chance({ ...view, bag: [20, 0, 0, 0, 5] }, () => 0.99)!;
    expect(deal.split('/').map((tiles) => tiles.length)).toEqual([4, 4, 4, 4, 4]);
    expect(count(deal, 'W')).toBe(5);
    expect(count(deal, 'B')).toBe(15);
  });

  it('empties the bag before it opens the lid', () => {
    const deal = chance({ ...view, bag: [0, 3, 0, 0, 0], lid: [0, 0, 40, 0, 0] }, () => 0)!;
    expect(count(deal, 'Y')).toBe(3);
    expect(count(deal, 'R')).toBe(17);
  });

  it('does nothing when no deal is due', () => {
    expect(chance({ ...view, opener: null }, () => 0)).toBeNull();
    expect(chance({ board: 'x' }, () => 0)).toBeNull();
  });
});

describe('places that can be drawn on', () => {
  function make(data: Record<string, string>): HTMLElement {
    const made = document.createElement('button');
    Object.assign(made.dataset, data);
    return made;
  }

  it('are called alike on both boards, in letters and digits that a study may keep', () => {
    const data: Record<string, string>[] = [
      { take: '3B' },
      { take: 'CW' },
      { cell: 'first-2' },
      { cell: 'second-F' },
      { wall: 'first-1-3' },
      {},
    ];
    const names = data.map((one) => placeOf(make(one)));
    expect(names).toEqual(['3B', 'CW', 'a2', 'bF', 'aw24', null]);
    for (const name of names) expect(name ?? 'a1').toMatch(/^[A-Za-z0-9]{1,8}$/);
  });

  it('are found by where they lie, also when they are off', () => {
    const root = document.createElement('div');
    const [tile, twin] = [make({ take: '1R' }), make({ take: '1R' })];
    twin.setAttribute('aria-hidden', 'true');
    (tile as HTMLButtonElement).disabled = true;
    tile.getBoundingClientRect = () => new DOMRect(10, 20, 40, 40);
    root.append(tile, twin);
    expect([...placesIn(root).keys()]).toEqual(['1R']);
    expect(placeAt(root, 30, 40)).toBe('1R');
    expect(placeAt(root, 60, 40)).toBeNull();
  });
});
