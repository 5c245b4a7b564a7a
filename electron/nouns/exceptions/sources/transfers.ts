import type { Transfer } from '../../../../shared/bank/transfers.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { transferList } from '../../payments/tables.ts';
import { moneyRecordsInStates } from '../../../engines/store/records/money-lists.ts';
import { bankStatusMessage, moneyOrNull } from '../../../engines/bank/mapping/reason-texts.ts';
import {
  exceptionId,
  watchedSince,
  type ExceptionParts,
  type Finding,
  type Source,
} from './exception.ts';
import { endingOf } from '../../../engines/bank/mapping/status-terms.ts';

/** Transfers that failed or came back. */
export const endedTransfers: Source = (parts) =>
  moneyRecordsInStates(parts.reader, transferList, {
    isWanted: (status) => endingOf(status, parts.statusWords) !== null,
    since: watchedSince(parts),
  }).map(({ record, asOf }) => findingOf(record, asOf, parts));

function findingOf(transfer: Transfer, asOf: Timestamp, { statusWords }: ExceptionParts): Finding {
  const { id, reference, status, reason, beneficiaryName } = transfer;
  const kind = endingOf(status, statusWords) ?? 'failed';
  return {
    exceptionId: exceptionId(kind, `transfer-${id}`, status),
    kind,
    title: beneficiaryName === '' ? `Transfer ${id}` : `Transfer to ${beneficiaryName}`,
    detail: bankStatusMessage(status, reason),
    status,
    amount: moneyOrNull(transfer.amount, transfer.currency),
    since: transfer.settledAt ?? transfer.createdAt ?? asOf,
    next: reference === '' ? 'Call the bank' : 'Open the payment',
    place: reference === '' ? null : { view: 'payments', reference },
    submissionId: null,
  };
}
