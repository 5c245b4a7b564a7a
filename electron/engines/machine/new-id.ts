import { randomBytes, randomInt } from 'node:crypto';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Clock } from './context.ts';

/** The number of counter values within a millisecond, 12 bits. Each millisecond begins in the lower half. */
const counterEnd = 0x1000;
const counterStartEnd = 0x800;

let last = { ms: 0, counter: 0 };

/**
 * Returns a UUIDv7 (RFC 9562): 48 bits of time in milliseconds, a counter, and 62 random bits. Within a process each id is
 * greater than the one before it, also where the clock was set back. `crypto.randomUUIDv7` promises no order within a
 * millisecond and takes no clock.
 */
export function newId(clock: Pick<Clock, 'now'>): string {
  const ms = clock.now();
  last = ms > last.ms ? { ms, counter: randomInt(counterStartEnd) } : following(last);
  const tail = randomBytes(8);
  tail.writeUInt8(0x80 | (tail.readUInt8() & 0x3f));
  const hex = `${hexOf(last.ms, 12)}7${hexOf(last.counter, 3)}${tail.toString('hex')}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns an id for a record that is written at that time. */
export const newIdAt = (at: Timestamp): string => newId({ now: () => Date.parse(at) });

/** Increments the counter. A full counter continues in the next millisecond. */
const following = ({ ms, counter }: typeof last): typeof last =>
  counter + 1 < counterEnd ? { ms, counter: counter + 1 } : { ms: ms + 1, counter: 0 };

const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
