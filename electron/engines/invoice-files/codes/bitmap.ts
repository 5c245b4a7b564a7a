/** A picture in grey: one byte a point, 0 black, 255 white, row by row. */
export type Bitmap = {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
};

export const luminance = (red: number, green: number, blue: number): number =>
  Math.round(0.299 * red + 0.587 * green + 0.114 * blue);

export type Point = readonly [x: number, y: number];

/** As PDF has it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

export const moved = (m: Matrix, x: number, y: number): Point => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
];

/** The most points painted for a page; painting then stops. A hostile page may fill itself a million times. */
const paintedMax = 400_000_000;

/** Paints filled shapes and pictures without anti-aliasing, which is enough for codes. */
export class Canvas implements Bitmap {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
  #painted = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.grey = new Uint8Array(width * height).fill(255);
  }

  get isFull(): boolean {
    return this.#painted > paintedMax;
  }

  /** Fills closed outlines; a point is inside by the nonzero rule, or by the even-odd rule. */
  fill(outlines: readonly (readonly Point[])[], shade: number, isEvenOdd: boolean): void {
    const edges = outlines.flatMap(edgesOf);
    if (edges.length === 0) return;
    const from = Math.max(
      0,
      Math.floor(edges.reduce((y, edge) => Math.min(y, edge.top), Infinity)),
    );
    const to = Math.min(
      this.height - 1,
      Math.ceil(edges.reduce((y, edge) => Math.max(y, edge.bottom), -Infinity)),
    );
    for (let row = from; row <= to && !this.isFull; row += 1) {
      this.#painted += edges.length;
      const y = row + 0.5;
      const crossings = edges
        .filter(({ top, bottom }) => top <= y && y < bottom)
        .map(({ x, top, slope, turn }) => ({ x: x + (y - top) * slope, turn }))
        .sort((a, b) => a.x - b.x);
      this.#fillRow(row, crossings, shade, isEvenOdd);
    }
  }

  /** Paints a picture that fills the unit square, first row at the top. Points with a null shade are not painted. */
  paint(
    { width, height }: { readonly width: number; readonly height: number },
    shadeAt: (x: number, y: number) => number | null,
    m: Matrix,
  ): void {
    const determinant = m[0] * m[3] - m[1] * m[2];
    if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return;
    const corners = [moved(m, 0, 0), moved(m, 1, 0), moved(m, 0, 1), moved(m, 1, 1)];
    const [left, right] = this.#range(
      corners.map(([x]) => x),
      this.width,
    );
    const [top, bottom] = this.#range(
      corners.map(([, y]) => y),
      this.height,
    );
    for (let row = top; row <= bottom && !this.isFull; row += 1) {
      this.#painted += right - left + 1;
      for (let column = left; column <= right; column += 1) {
        const dx = column + 0.5 - m[4];
        const dy = row + 0.5 - m[5];
        const u = (m[3] * dx - m[2] * dy) / determinant;
        const v = (m[0] * dy - m[1] * dx) / determinant;
        if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
        const shade = shadeAt(Math.floor(u * width), height - 1 - Math.floor(v * height));
        if (shade !== null) this.grey[row * this.width + column] = shade;
      }
    }
  }

  #range(values: readonly number[], size: number): readonly [number, number] {
    return [
      Math.max(0, Math.floor(Math.min(...values))),
      Math.min(size - 1, Math.ceil(Math.max(...values))),
    ];
  }

  #fillRow(
    row: number,
    crossings: readonly { readonly x: number; readonly turn: number }[],
    shade: number,
    isEvenOdd: boolean,
  ): void {
    let winding = 0;
    for (const [at, { x, turn }] of crossings.entries()) {
      winding += isEvenOdd ? 1 : turn;
      const next = crossings[at + 1];
      if (!next || (isEvenOdd ? winding % 2 === 0 : winding === 0)) continue;
      const left = Math.max(0, Math.ceil(x - 0.5));
      const right = Math.min(this.width, Math.ceil(next.x - 0.5));
      if (right <= left) continue;
      this.#painted += right - left;
      this.grey.fill(shade, row * this.width + left, row * this.width + right);
    }
  }
}

type Edge = {
  readonly top: number;
  readonly bottom: number;
  /** The x at the top. */
  readonly x: number;
  readonly slope: number;
  readonly turn: 1 | -1;
};

function edgesOf(outline: readonly Point[]): Edge[] {
  return outline.flatMap(([x1, y1], at): Edge[] => {
    const [x2, y2] = outline[(at + 1) % outline.length] ?? [x1, y1];
    if (y1 === y2 || ![x1, y1, x2, y2].every(Number.isFinite)) return [];
    const slope = (x2 - x1) / (y2 - y1);
    return y1 < y2
      ? [{ top: y1, bottom: y2, x: x1, slope, turn: 1 }]
      : [{ top: y2, bottom: y1, x: x2, slope, turn: -1 }];
  });
}
