import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';

import { limits } from '../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { Exchange, Recording } from './exchange.ts';
import { readHar } from './har.ts';
import { readPairs } from './pairs.ts';

/** Reads recordings in the order of their names. An error gives the name of a recording, never its content. */
export async function readRecordings(
  recordings: readonly Recording[],
): Promise<Result<Exchange[], string>> {
  const bytes = recordings.reduce((sum, recording) => sum + recording.bytes.byteLength, 0);
  if (recordings.length > limits.recordingFilesMax)
    return err(`There are more than ${String(limits.recordingFilesMax)} recordings.`);
  if (bytes > limits.recordingsBytesMax) return err('The recordings are too large.');
  const exchanges: Exchange[] = [];
  for (const recording of recordings.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))) {
    const read = readRecording(recording);
    if (!read.ok) return err(`The recording ${recording.name} ${read.error}.`);
    exchanges.push(...read.value);
    await setImmediate();
  }
  if (exchanges.length > limits.recordedExchangesMax)
    return err(`The recordings hold more than ${String(limits.recordedExchangesMax)} exchanges.`);
  return ok(exchanges);
}

/** Reads one recording by its content, not by its file name: JSON is a HAR file, everything else is pairs. */
function readRecording(recording: Recording): Result<Exchange[], string> {
  const { name, bytes } = recording;
  if (bytes.byteLength === 0) return err('is empty');
  if (bytes.byteLength > limits.recordingBytesMax) return err('is too large');
  const text = textOf(bytes);
  if (text === null) return err('is not UTF-8 text');
  return /^\s*[[{]/.test(text) ? readHar(recording) : readPairs(name, text);
}

/** Null for bytes that are not UTF-8: they would be read as another text. */
function textOf(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null;
  return new TextDecoder().decode(bytes);
}
