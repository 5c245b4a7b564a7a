import { z } from 'zod';

import { CurrencyCode, Reference } from '../bank/operation.ts';
import { IsoDateText, type Timestamp } from '../calendar.ts';
import type { AccountRow, SecondSource, SecondSourceDetail } from './account-records.ts';
import { answers, id, nothing } from './route.ts';
import type { SubmissionView } from './submission-records.ts';

const accountNumber = z.string().min(1).max(64);
const savedOrNot = answers<{ saved: true; fileName: string } | { saved: false }>();

/** Accounts, and second tellings of their statements. */
export const accountRoutes = {
  'accounts.list': answers<{ rows: readonly AccountRow[]; asOf: Timestamp | null }>().to(nothing),
  'accounts.refresh': answers<{ count: number }>().to(
    z.strictObject({ accountNumber: accountNumber.optional() }),
  ),
  /** The reference becomes the account's uniqueRequestId. Without an owner it is the client's own. */
  'accounts.createVirtual': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      currency: CurrencyCode,
      accountName: z.string().min(1).max(140),
      ownerEntityId: id.optional(),
    }),
  ),
  /** Asks where to save, then writes how others pay into the account as a page of PDF. */
  'accounts.saveFundingPdf': savedOrNot.to(z.strictObject({ accountNumber })),

  /** Fetches, keeps beside the local copy and compares at once. */
  'secondSource.fetch': answers<SecondSourceDetail>().to(
    z.strictObject({
      accountNumber,
      kind: z.enum(['downloadStatement', 'downloadStatementV2', 'getStatementV2']),
      from: IsoDateText,
      to: IsoDateText,
      format: z.enum(['csv', 'json', 'pdf']).optional(),
    }),
  ),
  'secondSource.list': answers<{ rows: readonly SecondSource[] }>().to(
    z.strictObject({ accountNumber }),
  ),
  /** Compares anew with the local copy as it is now. */
  'secondSource.get': answers<SecondSourceDetail>().to(z.strictObject({ sourceId: id })),
  /** Asks where to save, then writes the bytes as the bank sent them. */
  'secondSource.save': savedOrNot.to(z.strictObject({ sourceId: id })),
  'secondSource.forget': answers<{ forgotten: true }>().to(z.strictObject({ sourceId: id })),
};
