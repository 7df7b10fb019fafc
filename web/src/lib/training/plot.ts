/**
 * Charts drawn by uPlot. Fetched when the first chart is shown, with its style sheet, so that no other page carries it.
 */

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Aligned } from './curves';
import { look, markPath, type Mark } from './style';

export interface CurveStyle {
  xLabel: string;
  xText: (value: number) => string;
  /** Distances between the marks of the horizontal axis. */
  xSteps: number[];
  yText: (value: number) => string;
  /** Fixed ends of the vertical axis. */
  range: [number, number] | null;
  log: boolean;
  hidden: ReadonlySet<string>;
}

export interface Hearer {
  /** The row under the cursor and where it is, in pixels from the left; null when there is none. */
  cursor(row: number | null, left: number): void;
  /** Whether only a part is shown. */
  zoomed(part: boolean): void;
}

const HEIGHT = 280;
/** With more points than this a line has no marks on it. */
const SPARSE = 40;

/** The columns of a chart: per curve the ends of its band, its points and its line, as far as there are any. */
const columnsOf = ({ curves }: Aligned) =>
  curves.flatMap((curve) => [
    ...(curve.low && curve.high
      ? [
          { curve, kind: 'low' as const, values: curve.low },
          { curve, kind: 'high' as const, values: curve.high },
        ]
      : []),
    ...(curve.points ? [{ curve, kind: 'points' as const, values: curve.points }] : []),
    { curve, kind: 'line' as const, values: curve.y },
  ]);

/** A logarithm needs numbers above zero: others are left out, the lower ends of bands end at the least of all. */
function logarithmic(kind: string, values: (number | null)[], least: number): (number | null)[] {
  return values.map((value) => (value === null || value > 0 ? value : kind === 'low' ? least : null));
}

function dataOf(aligned: Aligned, log: boolean): uPlot.AlignedData {
  const columns = columnsOf(aligned);
  const above = log ? columns.flatMap(({ values }) => values.filter((value) => value !== null && value > 0)) : [];
  const least = above.reduce<number>((a, b) => Math.min(a, b ?? a), Infinity);
  return [aligned.x, ...columns.map(({ kind, values }) => (log ? logarithmic(kind, values, least) : values))];
}

function marks(mark: Mark, size: number): NonNullable<uPlot.Series.Points['paths']> {
  return (u, series, from, to) => {
    const radius = (size / 2) * devicePixelRatio;
    const values = u.data[series] ?? [];
    const path = new Path2D();
    for (let i = from; i <= to; i++) {
      const value = values[i];
      if (value == null) continue;
      const [x, y] = [u.valToPos(u.data[0][i] ?? 0, 'x', true), u.valToPos(value, 'y', true)];
      path.addPath(new Path2D(markPath(mark, x, y, radius)));
    }
    return { stroke: path, fill: path };
  };
}

export class Plot {
  readonly #u: uPlot;
  readonly #watch: ResizeObserver;
  readonly #log: boolean;

  constructor(
    readonly parent: HTMLElement,
    aligned: Aligned,
    style: CurveStyle,
    hearer: Hearer,
  ) {
    const css = getComputedStyle(parent);
    const colour = (name: string) => css.getPropertyValue(name).trim() || '#888888';
    const font = `12px ${css.fontFamily}`;
    const columns = columnsOf(aligned);
    const axis = {
      stroke: colour('--ink-2'),
      font,
      labelFont: font,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line'), width: 1 },
    };
    const series: uPlot.Series[] = columns.map(({ curve, kind, values }) => {
      const { colour: name, dash, mark } = look(curve.place);
      const stroke = colour(name);
      const show = !style.hidden.has(curve.id);
      const none = { show: false };
      if (kind === 'low' || kind === 'high')
        return { show, width: 0, stroke: 'transparent', points: none, spanGaps: true };
      const sparse = values.filter((value) => value !== null).length <= SPARSE;
      const points = {
        show: kind === 'points' || (sparse && !curve.points),
        size: kind === 'points' ? 4 : 6,
        stroke,
        fill: stroke,
        width: 1,
      };
      return {
        show,
        stroke,
        width: 2,
        dash,
        spanGaps: true,
        points: { ...points, paths: marks(mark, points.size) },
        ...(kind === 'points' && { paths: () => null, alpha: 0.45 }),
      };
    });
    const bands = columns.flatMap(({ curve, kind }, i): uPlot.Band[] =>
      kind === 'low' ? [{ series: [i + 2, i + 1], fill: `${colour(look(curve.place).colour)}33` }] : [],
    );
    this.#log = style.log;
    this.#u = new uPlot(
      {
        width: Math.max(200, parent.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        scales: {
          x: { time: false },
          y: { distr: style.log ? 3 : 1, ...(style.range && !style.log && { range: style.range }) },
        },
        axes: [
          {
            ...axis,
            label: style.xLabel,
            labelSize: 18,
            size: 32,
            incrs: style.xSteps,
            values: (_, splits) => splits.map((v) => (v == null ? '' : style.xText(v))),
          },
          {
            ...axis,
            size: (_, values) => 22 + 7 * Math.max(3, ...(values ?? []).map((text) => text?.length ?? 0)),
            values: (_, splits) => splits.map((v) => (v == null ? '' : style.yText(v))),
          },
        ],
        series: [{}, ...series],
        bands,
        cursor: { drag: { x: true, y: false }, points: { size: 8 } },
        hooks: {
          setCursor: [(u) => hearer.cursor(u.cursor.idx ?? null, u.over.offsetLeft + (u.cursor.left ?? 0))],
          setScale: [(u, key) => key === 'x' && hearer.zoomed(this.#part(u))],
        },
      },
      dataOf(aligned, style.log),
      parent,
    );
    this.#watch = new ResizeObserver(() => this.#fit());
    this.#watch.observe(parent);
  }

  #fit(): void {
    const width = Math.max(200, this.parent.clientWidth);
    if (width !== this.#u.width) this.#u.setSize({ width, height: HEIGHT });
  }

  #part(u: uPlot): boolean {
    const [x] = u.data;
    const { min, max } = u.scales.x ?? {};
    return x.length > 1 && min != null && max != null && (min > (x[0] ?? min) || max < (x.at(-1) ?? max));
  }

  /** New numbers of the same curves; a part that somebody looks at stays in view. */
  update(aligned: Aligned): void {
    const u = this.#u;
    const data = dataOf(aligned, this.#log);
    const { min, max } = u.scales.x ?? {};
    if (!this.#part(u) || min == null || max == null) return u.setData(data);
    u.batch(() => {
      u.setData(data, false);
      u.setScale('x', { min, max });
    });
  }

  /** Moves the cursor to a row. */
  point(row: number): void {
    const x = this.#u.data[0][row];
    if (x === undefined) return;
    this.#u.setCursor({ left: this.#u.valToPos(x, 'x'), top: HEIGHT / 3 });
  }

  reset(): void {
    this.#u.setData(this.#u.data);
  }

  destroy(): void {
    this.#watch.disconnect();
    this.#u.destroy();
  }

  /** The chart as an image, with its title and its legend, as pages and papers want it. */
  picture(title: string, labels: readonly { text: string; place: number }[]): Promise<Blob | null> {
    const source = this.#u.ctx.canvas;
    const css = getComputedStyle(this.parent);
    const scale = devicePixelRatio;
    const rows = 26 * labels.length;
    const canvas = document.createElement('canvas');
    canvas.width = source.width;
    canvas.height = source.height + (44 + rows) * scale;
    const context = canvas.getContext('2d');
    if (!context) return Promise.resolve(null);
    context.fillStyle = css.getPropertyValue('--surface');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(scale, scale);
    context.fillStyle = css.getPropertyValue('--ink');
    context.font = `600 17px ${css.fontFamily}`;
    context.fillText(title, 14, 28);
    context.font = `13px ${css.fontFamily}`;
    labels.forEach(({ text, place }, i) => {
      const y = 54 + 26 * i;
      const { colour, dash, mark } = look(place);
      context.strokeStyle = css.getPropertyValue(colour);
      context.lineWidth = 2;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(14, y - 4);
      context.lineTo(48, y - 4);
      context.stroke();
      context.setLineDash([]);
      context.stroke(new Path2D(markPath(mark, 31, y - 4, 4)));
      context.fillStyle = css.getPropertyValue('--ink');
      context.fillText(text, 58, y);
    });
    context.drawImage(source, 0, 44 + rows, source.width / scale, source.height / scale);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  }
}
