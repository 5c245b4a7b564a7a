import { decodeQRBatch } from 'qr/decode.js';

import type { Bitmap } from './bitmap.ts';

/** The scales tried one after the other until a code is found. None of them finds every code. */
const scales = [1, 0.75, 0.5, 1.5] as const;

/** The most points of a picture that is enlarged. */
const enlargedMax = 2_000_000;

/** The most milliseconds for further tries at one scale. */
const timeLimit = 60;

/** The bytes of the QR codes of a picture. */
export async function codesIn(picture: Bitmap): Promise<Uint8Array[]> {
  const dark = darkPartOf(picture);
  if (!dark) return [];
  for (const scale of scales) {
    if (scale > 1 && dark.width * dark.height > enlargedMax) continue;
    const image = rgba(scaled(dark, scale));
    const [results = []] = await decodeQRBatch([image], { textDecoder: asBytes, timeLimit });
    const found = results.filter((result) => typeof result === 'string');
    if (found.length > 0) return [...new Set(found)].map((text) => Buffer.from(text, 'latin1'));
  }
  return [];
}

/** Decodes one character per byte: payment codes name their own character set. */
const asBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function rgba({ width, height, grey }: Bitmap) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [at, shade] of grey.entries()) data.fill(shade, at * 4, at * 4 + 3);
  return { width, height, data };
}

/** Scales a picture. Each point is the mean of the points it replaces. */
function scaled(picture: Bitmap, scale: number): Bitmap {
  if (scale === 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      grey[y * width + x] = meanOf(picture, x / scale, y / scale, 1 / scale);
  return { width, height, grey };
}

function meanOf({ width, height, grey }: Bitmap, left: number, top: number, size: number): number {
  const [fromX, fromY] = [
    Math.min(width - 1, Math.floor(left)),
    Math.min(height - 1, Math.floor(top)),
  ];
  const toX = Math.min(width, Math.max(fromX + 1, Math.floor(left + size)));
  const toY = Math.min(height, Math.max(fromY + 1, Math.floor(top + size)));
  let sum = 0;
  for (let y = fromY; y < toY; y += 1)
    for (let x = fromX; x < toX; x += 1) sum += grey[y * width + x] ?? 255;
  return Math.round(sum / ((toX - fromX) * (toY - fromY)));
}

/** White points around the dark part: a code needs a quiet zone. */
const margin = 24;

/** Crops a picture to its dark part, with a white margin; null where nothing is dark. */
function darkPartOf({ width, height, grey }: Bitmap): Bitmap | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      if ((grey[row * width + column] ?? 255) > 127) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = row;
    }
  if (right < left) return null;
  const part = {
    width: right - left + 1 + 2 * margin,
    height: bottom - top + 1 + 2 * margin,
  };
  const cut = new Uint8Array(part.width * part.height).fill(255);
  for (let row = top; row <= bottom; row += 1)
    cut.set(
      grey.subarray(row * width + left, row * width + right + 1),
      (row - top + margin) * part.width + margin,
    );
  return { ...part, grey: cut };
}
