import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import type { Money } from '../../money/money.ts';
import type { Rate } from '../../money/rate.ts';
import { answers, currency, nothing } from '../route.ts';

/** hand: typed by a person · bank: a quote of this bank · file: a file of rates. */
export type RateSource = 'hand' | 'bank' | 'file';

/** A rate as it was used: how much of the reporting currency one unit of `currency` is. */
export type UsedRate = {
  readonly currency: string;
  /** To 12 digits after the point, rounded half to even; the total is calculated from the source's own figures, not from this. */
  readonly rate: Rate;
  readonly source: RateSource;
  /** Of the file, the bank or the person. */
  readonly name: string;
  /** The moment of a quote or of the typing; the day of a file's rates. */
  readonly at: Timestamp | IsoDate;
};

/** The total of all accounts in the reporting currency: available balances after what is in flight. */
export type ConvertedTotal = {
  /** Null where none is chosen. */
  readonly reporting: string | null;
  /** Of all that have a rate; null where none has. */
  readonly total: Money | null;
  /** The change since the day before of the same accounts; null where a day of one of them is not known. */
  readonly change: Money | null;
  /** None for balances that are in the reporting currency already. */
  readonly rates: readonly UsedRate[];
  /** Left out of the total, because there is no rate or no balance. */
  readonly leftOut: readonly {
    readonly accountNumber: string;
    readonly accountName: string;
    readonly currency: string;
    readonly why: 'no-rate' | 'no-balance';
  }[];
  /** A skipped file in the watched folder, by its name, and why; null where there is none. */
  readonly fileProblem: string | null;
  /** Every currency of the accounts for which the total needs a rate. */
  readonly currencies: readonly string[];
};

/** The folder from which files of rates are read; its path stays in the main process. */
export type RateFolderView = {
  /** Its last name; null where none is chosen. */
  readonly folder: string | null;
  /** Why the folder cannot be read; null while it can. */
  readonly problem: string | null;
  /** The file that was read last: the newest day of its rates, or why it was skipped. */
  readonly file: {
    readonly name: string;
    readonly at: IsoDate | null;
    readonly problem: string | null;
  } | null;
};

export const ratesRoutes = {
  'rates.folder': answers<RateFolderView>().to(nothing),
  /** A person chooses it in a dialog of the system; nothing changes where they cancel. */
  'rates.chooseFolder': answers<RateFolderView>().to(nothing),
  'rates.forgetFolder': answers<RateFolderView>().to(nothing),
  'rates.total': answers<ConvertedTotal>().to(nothing),
  /** How much of the reporting currency one unit of each is, as typed; an empty text removes a rate by hand. */
  'rates.save': answers<{ saved: true }>().to(
    z.strictObject({
      reporting: currency,
      byHand: z.array(z.strictObject({ currency, rate: z.string().max(40) })).max(200),
    }),
  ),
  /**
   * A file of rates: the European Central Bank's own (CSV, XML, or the ZIP of one), or a CSV or workbook with columns `currency`, `rate`,
   * `date` and, where it is not the reporting one, `base`.
   */
  'rates.give': answers<{ readonly count: number; readonly at: IsoDate }>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z
        .instanceof(Uint8Array)
        .refine(({ byteLength }) => byteLength <= 1_000_000, 'is too large'),
    }),
  ),
};
