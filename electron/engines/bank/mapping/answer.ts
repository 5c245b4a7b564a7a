import { parseExact } from '../../../../shared/json/exact-json.ts';
import { limits } from '../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord } from '../json/pointer.ts';
import { noteUnread } from '../json/unread-names.ts';

/** Reads an answer's bytes as JSON and preserves the text of every number. The error is a short phrase. */
export function readAnswer(bytes: Uint8Array): Result<unknown, string> {
  if (bytes.byteLength === 0) return err('is empty');
  if (isTooDeep(bytes)) return err(`nests deeper than ${String(limits.answerDepthMax)} levels`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value = parseExact(text);
    return ok(mayHoldTrickKeys(text) ? withoutTrickKeys(value) : value);
  } catch (error) {
    return err(error instanceof SyntaxError ? 'is not whole JSON' : 'is not UTF-8 text');
  }
}

const quote = 0x22;
const backslash = 0x5c;

/** Counts nested brackets outside of texts, before the recursive parser runs. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > limits.answerDepthMax) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return false;
}

/** Returns the index of the quotation mark that closes the text. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

const trickKeys = new Set(['__proto__', 'constructor', 'prototype']);
const isTrick = (key: string): boolean => trickKeys.has(key);

/** True where the text may contain a trick key. An escape may spell any key, so it counts too. */
const mayHoldTrickKeys = (text: string): boolean =>
  /__proto__|constructor|prototype|\\u/.test(text);

/** Drops keys with a special meaning in JavaScript and attaches their names to the record. */
function withoutTrickKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTrickKeys);
  if (!isRecord(value)) return value;
  const [tricks, parts] = [Object.keys(value).filter(isTrick), Object.entries(value)];
  const read = Object.fromEntries(
    parts.filter(([key]) => !isTrick(key)).map(([key, part]) => [key, withoutTrickKeys(part)]),
  );
  noteUnread(read, tricks);
  return read;
}
