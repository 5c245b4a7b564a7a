import { arrivalText, executionAt, type PaymentArrival } from './arrival.ts';
import type { IsoDate } from './calendar.ts';
import { compactDay, fullDay } from './day-labels.ts';

/** Unsent lines of a payment file in one currency with the same days. */
export type LinesArrival = {
  readonly currency: string;
  readonly lines: number;
} & (
  | {
      readonly kind: 'now';
      /** The arrival if they are sent now; null where the bank file or the calendars do not give it. */
      readonly arrival: PaymentArrival | null;
    }
  | {
      readonly kind: 'later';
      /** The day for which they are scheduled. */
      readonly day: IsoDate;
      /** When they arrive if they are sent on that day before its cut-off; null where that is not known. */
      readonly arrivesOn: IsoDate | null;
    }
);

/** One sentence about some lines; `isLate` where their cut-off is over. */
export type ArrivalSentence = {
  readonly currency: string;
  readonly lines: number;
  readonly text: string;
  readonly isLate: boolean;
};

/**
 * One sentence per currency and day, with the lines that it is true for at this moment (milliseconds since 1970). Empty where nothing is
 * known of any line.
 */
export function arrivalSentences(
  arrivals: readonly LinesArrival[],
  nowMs: number,
): ArrivalSentence[] {
  if (!arrivals.some(isKnown)) return [];
  const sentences = new Map<string, ArrivalSentence>();
  for (const one of arrivals) {
    const { currency, lines } = one;
    const text = textOf(one, nowMs);
    const key = `${currency} ${text}`;
    const before = sentences.get(key)?.lines ?? 0;
    sentences.set(key, { currency, lines: before + lines, text, isLate: isLate(one, nowMs) });
  }
  return [...sentences.values()];
}

const isKnown = (one: LinesArrival): boolean =>
  one.kind === 'now' ? one.arrival !== null : one.arrivesOn !== null;

const isLate = (one: LinesArrival, nowMs: number): boolean =>
  one.kind === 'now' &&
  one.arrival !== null &&
  (one.arrival.isPast || nowMs >= Date.parse(one.arrival.cutOff.next));

function textOf(one: LinesArrival, nowMs: number): string {
  if (one.kind === 'now')
    return one.arrival === null
      ? 'The day of arrival is not known.'
      : arrivalText(one.arrival, nowMs);
  const { day, arrivesOn } = one;
  const arrives = arrivesOn === null ? '' : `, arrives by ${fullDay(arrivesOn)}`;
  return `Scheduled for ${fullDay(day)}${arrives}.`;
}

/** The cut-offs that passed between two moments, milliseconds since 1970: one sentence per currency. */
export const passedCutOffs = (
  arrivals: readonly LinesArrival[],
  fromMs: number,
  toMs: number,
): string[] => [
  ...new Set(
    arrivals.flatMap((one) => {
      if (one.kind === 'later' || one.arrival === null) return [];
      const { cutOff } = one.arrival;
      const at = Date.parse(cutOff.next);
      if (fromMs >= at || toMs < at) return [];
      const { executedOn } = executionAt(one.arrival, toMs);
      return [
        `The cut-off of ${one.currency} (${cutOff.at} ${cutOff.city}) passed while the file was sent. What was sent after it is executed on ${compactDay(executedOn, one.arrival.today)}.`,
      ];
    }),
  ),
];
