import { compactDay } from './day-labels.ts';
import type { IsoDate, Timestamp } from './calendar.ts';

/** When a bank executes a payment and when it arrives; null where the bank file does not say how long it takes. */
export type Execution = { readonly executedOn: IsoDate; readonly arrivesOn: IsoDate | null };

/** What a payment’s day follows from: the next cut-off, and the days before and after it. */
export type PaymentArrival = {
  /** The day by the clocks of the cut-off’s zone. */
  readonly today: IsoDate;
  readonly cutOff: {
    /** As the bank file has it: `15:30`. */
    readonly at: string;
    /** The city of its zone: `Berlin`. */
    readonly city: string;
    /** The next one that is ahead. */
    readonly next: Timestamp;
  };
  /** Why banks are closed today; null on a working day. */
  readonly closedBecause: string | null;
  /** The cut-off of today is over. */
  readonly isPast: boolean;
  /** Sent before the next cut-off. */
  readonly before: Execution;
  /** Sent after it. */
  readonly after: Execution;
};

/** The execution of a payment that is sent at a moment, milliseconds since 1970. */
export const executionAt = ({ cutOff, before, after }: PaymentArrival, nowMs: number): Execution =>
  nowMs < Date.parse(cutOff.next) ? before : after;

/**
 * One sentence for a person before sending: `Arrives by 25 Nov if sent before 15:30 Berlin.`, `After the cut-off (15:30 Berlin): executed
 * on 25 Nov, arrives by 26 Nov.`, `Saturday: executed on 30 Nov.`
 */
export function arrivalText(arrival: PaymentArrival, nowMs: number): string {
  const { cutOff, closedBecause, isPast, today } = arrival;
  const time = `${cutOff.at} ${cutOff.city}`;
  const isBefore = nowMs < Date.parse(cutOff.next);
  const { executedOn, arrivesOn } = executionAt(arrival, nowMs);
  const day = (date: IsoDate): string => compactDay(date, today);
  const arrives = arrivesOn === null ? '' : `, arrives by ${day(arrivesOn)}`;
  if (isBefore && !isPast && closedBecause === null) {
    const done = arrivesOn === null ? 'Executed today' : `Arrives by ${day(arrivesOn)}`;
    return `${done} if sent before ${time}.`;
  }
  const reason = isBefore && closedBecause !== null ? closedBecause : `After the cut-off (${time})`;
  return `${reason}: executed on ${day(executedOn)}${arrives}.`;
}
