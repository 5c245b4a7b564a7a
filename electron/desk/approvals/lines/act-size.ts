import type { JsonObject } from '../../../engines/acts/act.ts';
import { formatCount } from '../../../../shared/money/format.ts';

/** The record takes contents of 1,048,576 bytes; encryption and salt add less than the difference. */
const contentBytesMax = 1_048_000;
/** The most payments in one act. */
const linesMax = 5_000;

/** Why payments do not fit into one act, in sentences; null where they do. */
export function whyTooLarge(content: JsonObject, lines: number): string | null {
  if (lines > linesMax) return tooMany(lines, linesMax);
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes <= contentBytesMax) return null;
  const fitting = Math.floor((lines * contentBytesMax) / bytes);
  return tooMany(lines, Math.max(1, Math.floor(fitting / 100) * 100 || fitting));
}

const tooMany = (lines: number, fitting: number): string =>
  `${formatCount(lines)} payments are too many for one request. Nothing was written. Split them: about ${formatCount(fitting)} of these go into one.`;
