import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import type { Decimal } from '../../money/decimal.ts';
import { answers, id, accountNumber, savedOrNot } from '../route.ts';

/**
 * A second source of the bank for a period: a downloaded file of either generation, the second generation's pages, or a statement file
 * of the bank that a person dropped.
 */
export type SecondSourceKind =
  | 'downloadStatement'
  | 'downloadStatementV2'
  | 'getStatementV2'
  | 'givenFile';

/**
 * agrees: every entry and both balances are the same · differs: `differences` lists where · partial: the entries in both agree, but the
 * local copy has holes · unreadable: stored, but its entries cannot be read from this kind of file.
 */
export type SecondSourceVerdict = 'agrees' | 'differs' | 'partial' | 'unreadable';

export type SecondSource = {
  readonly sourceId: string;
  readonly accountNumber: string;
  readonly kind: SecondSourceKind;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the bytes as they came, hexadecimal. */
  readonly sha256: string;
  readonly fetchedAt: Timestamp;
  /** Compared with the local copy as it is now. */
  readonly verdict: SecondSourceVerdict;
  /** The verdict in one sentence. */
  readonly summary: string;
  readonly entries: number;
  readonly differenceCount: number;
};

export type SourceDifference = {
  /**
   * only-here: in the local copy alone · only-there: in the second source alone · differs: in both, `fields` lists how ·
   * balance: of the opening or closing balance · statement: it is of another account, currency or period.
   */
  readonly kind: 'only-here' | 'only-there' | 'differs' | 'balance' | 'statement';
  readonly entryId: string | null;
  readonly day: IsoDate | null;
  readonly amount: Decimal | null;
  readonly fields: readonly {
    readonly field: string;
    readonly here: string;
    readonly there: string;
  }[];
};

export type SecondSourceDetail = SecondSource & {
  /** At most the first 500. */
  readonly differences: readonly SourceDifference[];
};

/** The part of a dropped file that belongs to one account. */
export type GivenPart = {
  /** As the file writes it; empty where it names none. */
  readonly namedAccount: string;
  readonly currency: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The outcome, in one sentence. */
  readonly sentence: string;
  /** False where no account of ours has that name. */
  readonly isKnown: boolean;
  /** Our accounts whose numbers end alike, the likeliest first; none is assigned automatically. */
  readonly endingAlike: readonly string[];
  /** The stored and compared source; null where nothing of it was stored. */
  readonly source: SecondSource | null;
};

/** A statement file of the bank, as it was taken. */
export type GivenFile = { readonly fileName: string; readonly parts: readonly GivenPart[] };

export const secondSourcesRoutes = {
  /** Takes a dropped MT940, camt.052 to camt.054, BAI2 or OFX, finds its accounts, stores their entries and compares them at once. */
  'secondSources.give': answers<GivenFile>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  /** Fetches a second source, stores it next to the local copy and compares at once. */
  'secondSources.fetch': answers<SecondSourceDetail>().to(
    z.strictObject({
      accountNumber,
      kind: z.enum(['downloadStatement', 'downloadStatementV2', 'getStatementV2']),
      from: IsoDateText,
      to: IsoDateText,
      format: z.enum(['csv', 'json', 'pdf']).optional(),
    }),
  ),
  'secondSources.list': answers<{ rows: readonly SecondSource[] }>().to(
    z.strictObject({ accountNumber }),
  ),
  /** Compares anew with the local copy as it is now. */
  'secondSources.get': answers<SecondSourceDetail>().to(z.strictObject({ sourceId: id })),
  /** Asks where to save, then writes the bytes as they came. */
  'secondSources.save': savedOrNot.to(z.strictObject({ sourceId: id })),
  'secondSources.forget': answers<{ forgotten: true }>().to(z.strictObject({ sourceId: id })),
};
