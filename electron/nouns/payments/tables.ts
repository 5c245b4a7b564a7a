import type { Transfer } from '../../../shared/bank/transfers.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { rows, type CacheConnection, type CacheReader } from '../../engines/store/database.ts';
import { sumText, titleOf, type Watched } from '../../engines/store/records/event-notes.ts';
import {
  saveMoneyRecords,
  type DatedRecord,
  type MoneyList,
} from '../../engines/store/records/money-lists.ts';
import type { Completeness } from '../../engines/store/records/record-lists.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';
import type { BeneficiaryWrites } from '../beneficiaries/tables.ts';

const watchedTransfer: Watched<Transfer> = {
  kind: 'transfer',
  about: ({ id, reference, amount, currency, beneficiaryName, beneficiaryId, accountNumber }) => ({
    subjectId: id,
    placeId: reference || id,
    title: titleOf(sumText(amount, currency), 'to', beneficiaryName || beneficiaryId),
    accountNumber,
  }),
  fields: ({ status, reason }) => ({ status, reason }),
};

export const transferList: MoneyList<Transfer> = {
  topic: 'transfers',
  table: 'transfer',
  idOf: ({ id }) => id,
  wordsOf: (transfer) => [
    transfer.id,
    transfer.reference,
    transfer.beneficiaryName,
    transfer.narration,
    transfer.status,
    transfer.amount ?? '',
    transfer.currency,
    transfer.accountNumber,
  ],
  watched: watchedTransfer,
};

/** The writes of transfers in the writer thread of the local copy. */
export const transferWrites = (database: CacheConnection) => ({
  /** Records the time of a complete list; removes no transfer. */
  saveTransfers: (
    transfers: readonly Transfer[],
    asOf: Timestamp,
    { complete }: Completeness,
  ): void => {
    saveMoneyRecords(database, transferList, transfers, { asOf, complete });
  },
});

export type TransferWrites = Remote<ReturnType<typeof transferWrites>>;

/** The newest transfers to a payee that the bank lists, from this desk or elsewhere. */
export const transfersTo = (
  reader: CacheReader,
  beneficiaryId: string,
  limit: number,
): DatedRecord<Transfer>[] =>
  rows<{ document: string; asOf: Timestamp; since: Timestamp }>(
    reader,
    `SELECT document, as_of AS asOf, created_at AS since FROM transfer INDEXED BY transfer_beneficiary
     WHERE document ->> '$.beneficiaryId' = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
    beneficiaryId,
    limit,
  ).map(({ document, ...dated }) => ({ record: JSON.parse(document) as Transfer, ...dated }));

/** The parts that make a payment and read its beneficiary. */
export type PaymentParts = WritingParts<TransferWrites & BeneficiaryWrites>;
