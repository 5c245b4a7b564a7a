import { z } from 'zod';

import type { IsoDate, Timestamp } from '../calendar.ts';
import { IsoDateText } from '../calendar-schemas.ts';
import type { Decimal } from '../money/decimal.ts';
import { answers, id, accountNumber, savedOrNot } from './route.ts';

/** A second telling of a period by the bank: a downloaded file of either generation, or the second generation's pages. */
export type SecondSourceKind = 'downloadStatement' | 'downloadStatementV2' | 'getStatementV2';

/**
 * agrees: every entry and both balances are the same · differs: `differences` tells where · partial: what both hold agrees,
 * but the local copy has holes · unreadable: kept, but its entries cannot be read from this kind of file.
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
  /** Judged against the local copy as it is now. */
  readonly verdict: SecondSourceVerdict;
  /** The verdict in one sentence. */
  readonly summary: string;
  readonly entries: number;
  readonly differenceCount: number;
};

export type SourceDifference = {
  /**
   * only-here: in the local copy alone · only-there: in the second source alone · differs: in both, `fields` tells how ·
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

export const secondSourcesRoutes = {
  /** Fetches, keeps beside the local copy and compares at once. */
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
  /** Asks where to save, then writes the bytes as the bank sent them. */
  'secondSources.save': savedOrNot.to(z.strictObject({ sourceId: id })),
  'secondSources.forget': answers<{ forgotten: true }>().to(z.strictObject({ sourceId: id })),
};
