import type { IsoDate } from '../../../../../shared/calendar/calendar.ts';

/** An entry as a second source tells it, every value as text; what it does not tell is left out. */
export type SourceEntry = {
  /** Empty where the source names none. */
  readonly id: string;
  readonly amount?: string;
  /** `debit` or `credit`, or the source's own word where it is neither. */
  readonly direction?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly narration?: string;
  readonly reference?: string;
  readonly type?: string;
  readonly balance?: string;
  /**
   * References and words as the file has them. They are not compared: formats cut them, and banks write them otherwise than they answer
   * them.
   */
  readonly words?: readonly string[];
};

/** What stands above the entries; what the source does not tell is left out. */
export type SourceHead = {
  readonly account?: string;
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  readonly opening?: string;
  readonly closing?: string;
};

/** A second telling of a period, read; nothing of it is believed yet. */
export type ReadSource = {
  readonly head: SourceHead;
  readonly entries: readonly SourceEntry[];
  /**
   * Are its ids those of the bank's entries? Where they are references of the file's own, what has no counterpart by id is paired by
   * day, direction, amount and currency.
   */
  readonly hasIds: boolean;
  /** Entries that it has and that cannot be read, where there are any. */
  readonly unread?: number;
  /** What it is, such as `an intraday report (camt.052)`, where it need not have every entry of its days. */
  readonly excerpt?: string;
};

/** The formats of statement files, as a sentence names them. */
export const statementFormats = 'camt.052, camt.053, camt.054, MT940, BAI2 or OFX';

/** Which account and days it is to be about. */
export type SourcePeriod = {
  readonly accountNumber: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
};
