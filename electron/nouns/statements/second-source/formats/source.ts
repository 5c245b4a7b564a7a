import type { IsoDate } from '../../../../../shared/calendar/calendar.ts';

/** An entry of a second source, every value as text. Missing fields are left out. */
export type SourceEntry = {
  /** Empty if the source has none. */
  readonly id: string;
  readonly amount?: string;
  /** `debit` or `credit`, or the source's own label if it is neither. */
  readonly direction?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly narration?: string;
  readonly reference?: string;
  readonly type?: string;
  readonly balance?: string;
  /**
   * References and texts as the file has them. They are not compared: formats truncate them, and banks write them differently than in
   * their API responses.
   */
  readonly words?: readonly string[];
};

/** The fields above the entries. Missing fields are left out. */
export type SourceHead = {
  readonly account?: string;
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  readonly opening?: string;
  readonly closing?: string;
};

/** A second source of a period as read, not yet verified. */
export type ReadSource = {
  readonly head: SourceHead;
  readonly entries: readonly SourceEntry[];
  /**
   * Are its ids those of the bank's entries? If they are the file's own references, entries without a match by id are paired by day,
   * direction, amount and currency.
   */
  readonly hasIds: boolean;
  /** The number of its entries that cannot be read; 0 if missing. */
  readonly unread?: number;
  /** What it is, such as `an intraday report (camt.052)`, if it may lack entries of its days. */
  readonly excerpt?: string;
};

/** The formats of statement files, as a sentence names them. */
export const statementFormats = 'camt.052, camt.053, camt.054, MT940, BAI2 or OFX';

/** The account and days that a source should cover. */
export type SourcePeriod = {
  readonly accountNumber: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
};
