import { ok, type Result } from '../../../../shared/result.ts';
import { refuse, type FileProblem } from '../../files/table.ts';
import { attempt } from '../../store/local-faults.ts';
import { luminance, type Bitmap } from './bitmap.ts';
import { codesIn } from './find-codes.ts';
import { joinSources, type InvoiceReading } from '../fields/join.ts';
import { readPaymentCode } from './payment-code.ts';

export type PictureKind = 'png' | 'jpeg';

/** The most points of a picture that is unpacked. */
const pointsMax = 40_000_000;

/** Reads the payment codes of a picture. Words in it are not read. */
export async function readPicture(
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<Result<InvoiceReading, FileProblem>> {
  const size = kind === 'png' ? pngSize(bytes) : null;
  if (size !== null && size > pointsMax)
    return refuse('file.too-large', 'it has more points than a picture of an invoice.');
  const picture = await attempt(() => (kind === 'png' ? decodePng(bytes) : decodeJpeg(bytes)));
  if (!picture.ok) return refuse('file.unreadable', 'it is no picture that can be read.');
  const codes = await codesIn(picture.value);
  const sources = codes.flatMap((code) => readPaymentCode(code, 'in the picture') ?? []);
  const notes = ['Words in a picture are not read.'];
  return ok(joinSources(sources, notes));
}

/** Width times height from the first block of a PNG, before anything is unpacked. */
function pngSize(bytes: Uint8Array): number {
  if (bytes.length < 24) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(16) * view.getUint32(20);
}

async function decodePng(bytes: Uint8Array): Promise<Bitmap> {
  const { decode } = await import('fast-png');
  const { width, height, data, channels, depth, palette } = decode(bytes);
  const at = sampleOf({ width, data, channels, depth });
  const top = depth === 16 ? 65_535 : 2 ** depth - 1;
  const shade = (point: number, channel: number): number => (at(point, channel) * 255) / top;
  return bitmapOf(width, height, (point) => {
    if (palette) {
      const [red = 255, green = 255, blue = 255, alpha = 255] = palette[at(point, 0)] ?? [];
      return onWhite(luminance(red, green, blue), alpha);
    }
    const grey =
      channels < 3 ? shade(point, 0) : luminance(shade(point, 0), shade(point, 1), shade(point, 2));
    return onWhite(grey, channels % 2 === 0 ? shade(point, channels - 1) : 255);
  });
}

type Samples = {
  readonly width: number;
  readonly data: ArrayLike<number>;
  readonly channels: number;
  readonly depth: number;
};

/** Reads samples. Those of fewer than eight bits are packed, and each row begins at a new byte. */
function sampleOf({
  width,
  data,
  channels,
  depth,
}: Samples): (point: number, channel: number) => number {
  if (depth >= 8) return (point, channel) => data[point * channels + channel] ?? 0;
  const rowBytes = Math.ceil((width * depth) / 8);
  return (point) => {
    const bit = (point % width) * depth;
    const byte = data[Math.floor(point / width) * rowBytes + (bit >> 3)] ?? 0;
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  };
}

async function decodeJpeg(bytes: Uint8Array): Promise<Bitmap> {
  const { decode } = await import('jpeg-js');
  const { width, height, data } = decode(bytes, {
    ...{ useTArray: true, formatAsRGBA: false, tolerantDecoding: true },
    ...{ maxResolutionInMP: pointsMax / 1_000_000, maxMemoryUsageInMB: 400 },
  });
  return bitmapOf(width, height, (point) =>
    luminance(data[point * 3] ?? 255, data[point * 3 + 1] ?? 255, data[point * 3 + 2] ?? 255),
  );
}

function bitmapOf(width: number, height: number, shadeAt: (point: number) => number): Bitmap {
  const grey = new Uint8Array(width * height);
  for (let point = 0; point < grey.length; point += 1) grey[point] = shadeAt(point);
  return { width, height, grey };
}

const onWhite = (grey: number, alpha: number): number => 255 - ((255 - grey) * alpha) / 255;
