import {
  Canvas,
  luminance,
  moved,
  times,
  type Bitmap,
  type Matrix,
  type Point,
} from '../codes/bitmap.ts';

/** The instructions of a page as pdf.js lists them, and the pictures that they name. */
export type PageDrawing = {
  readonly width: number;
  readonly height: number;
  /** From the page to points with the origin at the upper left corner. */
  readonly transform: Matrix;
  readonly operators: readonly { readonly name: string; readonly values: readonly unknown[] }[];
  readonly pictureOf: (name: string) => PagePicture | null;
};

/** A picture as pdf.js unpacks it. `kind`: 1 one bit per point · 2 RGB · 3 RGBA. */
export type PagePicture = {
  readonly width: number;
  readonly height: number;
  readonly kind: 1 | 2 | 3;
  readonly data: Uint8Array | Uint8ClampedArray;
};

type State = {
  readonly matrix: Matrix;
  readonly fill: number;
  readonly stroke: number;
  readonly lineWidth: number;
};

/** Points of the longer side: a code of 4 cm then has five points per module. */
const sideMax = 2_400;
/** The most instructions that are read of a page. */
const operatorsMax = 500_000;

const fills = new Set(['fill', 'fillStroke', 'closeFillStroke']);
const evenOddFills = new Set(['eoFill', 'eoFillStroke', 'closeEOFillStroke']);
const strokes = new Set(['stroke', 'closeStroke']);

/** Paints the filled shapes and the pictures of a page, without its text, so that drawn codes and pictured codes look alike. */
export function drawPage(page: PageDrawing): Bitmap | null {
  const scale = sideMax / Math.max(page.width, page.height);
  if (!Number.isFinite(scale) || scale <= 0) return null;
  const canvas = new Canvas(
    Math.max(1, Math.round(page.width * scale)),
    Math.max(1, Math.round(page.height * scale)),
  );
  let state: State = {
    matrix: times([scale, 0, 0, scale, 0, 0], page.transform),
    ...{ fill: 0, stroke: 0, lineWidth: 1 },
  };
  const saved: State[] = [];
  for (const { name, values } of page.operators.slice(0, operatorsMax)) {
    if (canvas.isFull) break;
    if (name === 'save' || name === 'paintFormXObjectBegin') saved.push(state);
    if (name === 'restore' || name === 'paintFormXObjectEnd') state = saved.pop() ?? state;
    else state = changed(state, name, values);
    paint(canvas, state, { name, values }, page);
  }
  return canvas;
}

function changed(state: State, name: string, values: readonly unknown[]): State {
  if (name === 'transform' || name === 'paintFormXObjectBegin') {
    const matrix = matrixIn(name === 'transform' ? values : values[0]);
    return matrix ? { ...state, matrix: times(state.matrix, matrix) } : state;
  }
  if (name === 'setFillRGBColor') return { ...state, fill: shadeIn(values) };
  if (name === 'setStrokeRGBColor') return { ...state, stroke: shadeIn(values) };
  const [width] = values;
  return name === 'setLineWidth' && typeof width === 'number'
    ? { ...state, lineWidth: width }
    : state;
}

function paint(
  canvas: Canvas,
  state: State,
  { name, values }: PageDrawing['operators'][number],
  { pictureOf }: PageDrawing,
): void {
  const [first, second] = values;
  if (name === 'constructPath') {
    const act = typeof first === 'string' ? first : '';
    const lines = linesIn(
      Array.isArray(second) ? (second as readonly unknown[])[0] : null,
      state.matrix,
    );
    if (fills.has(act)) canvas.fill(lines, state.fill, false);
    else if (evenOddFills.has(act)) canvas.fill(lines, state.fill, true);
    else if (strokes.has(act)) canvas.fill(bars(lines, state), state.stroke, false);
  }
  if (name === 'paintImageXObject' && typeof first === 'string')
    paintPicture(canvas, state.matrix, pictureOf(first));
  if (name === 'paintInlineImageXObject') paintPicture(canvas, state.matrix, pictureIn(first));
  if (name === 'paintImageMaskXObject') paintMask(canvas, state, maskIn(first, pictureOf));
}

/** The outlines of a path: 0 move, 1 line, 2 and 3 curves, of which only the end points are used, 4 close. */
function linesIn(path: unknown, matrix: Matrix): Point[][] {
  if (!(path instanceof Float32Array) && !Array.isArray(path)) return [];
  const numbers = path as ArrayLike<number>;
  const lines: Point[][] = [];
  let line: Point[] = [];
  for (let at = 0; at < numbers.length;) {
    const kind = numbers[at] ?? 4;
    const count = [2, 2, 6, 4, 0][kind] ?? 0;
    const [x = 0, y = 0] = [numbers[at + count - 1], numbers[at + count]];
    if (kind === 0) lines.push((line = []));
    if (count > 0) line.push(moved(matrix, x, y));
    at += count + 1;
  }
  return lines;
}

/** The straight lines of a stroke as bars of its width. */
function bars(lines: readonly (readonly Point[])[], { matrix, lineWidth }: State): Point[][] {
  const half = (lineWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))) / 2;
  return lines.flatMap((line) =>
    line.slice(1).flatMap(([x2, y2], at) => {
      const [x1, y1] = line[at] ?? [x2, y2];
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length === 0) return [];
      const [dx, dy] = [((y1 - y2) / length) * half, ((x2 - x1) / length) * half];
      return [
        [
          [x1 + dx, y1 + dy],
          [x2 + dx, y2 + dy],
          [x2 - dx, y2 - dy],
          [x1 - dx, y1 - dy],
        ] as Point[],
      ];
    }),
  );
}

function paintPicture(canvas: Canvas, matrix: Matrix, picture: PagePicture | null): void {
  if (picture) canvas.paint(picture, greyOf(picture), matrix);
}

/** Paints a mask of one bit per point, in which 0 is painted. */
function paintMask(canvas: Canvas, { matrix, fill }: State, mask: PagePicture | null): void {
  if (!mask) return;
  const isWhite = greyOf({ ...mask, kind: 1 });
  canvas.paint(mask, (x, y) => (isWhite(x, y) === 0 ? fill : null), matrix);
}

function greyOf({ width, kind, data }: PagePicture): (x: number, y: number) => number | null {
  if (kind === 1) {
    const rowBytes = (width + 7) >> 3;
    return (x, y) => (((data[y * rowBytes + (x >> 3)] ?? 255) >> (7 - (x & 7))) & 1 ? 255 : 0);
  }
  const step = kind === 2 ? 3 : 4;
  return (x, y) => {
    const at = (y * width + x) * step;
    if (step === 4 && (data[at + 3] ?? 255) < 128) return null;
    return luminance(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255);
  };
}

/** A colour as `#rrggbb`, or as three numbers. */
function shadeIn(values: readonly unknown[]): number {
  const [first] = values;
  const hex = typeof first === 'string' ? /^#([0-9a-f]{6})/i.exec(first)?.[1] : undefined;
  const numbers = hex
    ? [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    : values.filter((value) => typeof value === 'number');
  const [red = 0, green = red, blue = red] = numbers;
  return luminance(red, green, blue);
}

function matrixIn(values: unknown): Matrix | null {
  const numbers = Array.from((values as ArrayLike<unknown> | null) ?? []).filter(
    (value) => typeof value === 'number',
  );
  return numbers.length === 6 ? (numbers as unknown as Matrix) : null;
}

/** Reads an inline picture; null where it is incomplete. */
export function pictureIn(value: unknown): PagePicture | null {
  const { width, height, kind, data } = (value ?? {}) as Partial<PagePicture>;
  if (typeof width !== 'number' || typeof height !== 'number' || width < 1 || height < 1)
    return null;
  if (!(data instanceof Uint8Array) && !(data instanceof Uint8ClampedArray)) return null;
  if (kind !== 1 && kind !== 2 && kind !== 3) return null;
  const rowBytes = kind === 1 ? (width + 7) >> 3 : width * (kind === 2 ? 3 : 4);
  return data.length >= rowBytes * height ? { width, height, kind, data } : null;
}

function maskIn(value: unknown, pictureOf: PageDrawing['pictureOf']): PagePicture | null {
  const mask = (value ?? {}) as { readonly data?: unknown };
  return typeof mask.data === 'string' ? pictureOf(mask.data) : pictureIn({ ...mask, kind: 1 });
}
