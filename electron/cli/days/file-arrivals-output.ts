import { executionAt } from '../../../shared/calendar/arrival.ts';
import {
  arrivalSentences,
  passedCutOffs,
  type LinesArrival,
} from '../../../shared/calendar/file-arrivals.ts';
import type { DeskParts } from '../../desk/open-bank/changes.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import { fileArrivals } from '../../nouns/payments/file/arrival/file-arrivals.ts';

/** When the unsent lines of a file arrive, as a script and a person at a terminal read it. */
export type ArrivalsOfFile = {
  /** One row per currency and day; days that are not known are left out. */
  readonly output: readonly Readonly<Record<string, string | number>>[];
  /** The same in sentences, where anything is known. */
  readonly sentences: readonly string[];
  /** The cut-offs that passed since this was read, one sentence each. */
  readonly passed: () => readonly string[];
};

/** Reads when the lines of a file arrive. Empty where bank file or calendars do not say, or the local copy cannot be read. */
export async function arrivalsOfFile(changes: DeskParts, batchId: string): Promise<ArrivalsOfFile> {
  const read = await attempt(() => fileArrivals(changes, batchId));
  const arrivals = read.ok ? read.value : [];
  const readMs = changes.clock.now();
  return {
    output: arrivals.flatMap((one) => rowOf(one, readMs)),
    sentences: arrivalSentences(arrivals, readMs).map(
      ({ currency, lines, text }) =>
        `${currency}, ${String(lines)} ${lines === 1 ? 'payment' : 'payments'}: ${text}`,
    ),
    passed: () => passedCutOffs(arrivals, readMs, changes.clock.now()),
  };
}

function rowOf(one: LinesArrival, readMs: number): ArrivalsOfFile['output'] {
  const { currency, lines } = one;
  if (one.kind === 'later') {
    const { day, arrivesOn } = one;
    return [{ currency, lines, day, ...(arrivesOn === null ? {} : { arrivesOn }) }];
  }
  if (one.arrival === null) return [];
  const { executedOn, arrivesOn } = executionAt(one.arrival, readMs);
  const cutOff = one.arrival.cutOff.next;
  return [{ currency, lines, cutOff, executedOn, ...(arrivesOn === null ? {} : { arrivesOn }) }];
}
