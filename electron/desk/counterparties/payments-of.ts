import { isTimestamp } from '../../../shared/calendar/calendar.ts';
import type { CounterpartyPayment } from '../../../shared/ipc/counterparties.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import { openSubmissions } from '../../engines/submissions/journal/submission-table.ts';
import { newestRegistered } from '../../nouns/orders/tables.ts';
import { transfersTo } from '../../nouns/payments/tables.ts';
import type { CounterpartyParts } from './parts.ts';
import { isNameOf, type Party } from './party.ts';

/** The most payments that are listed. */
const paymentsMax = 20;

/** The newest payments and remittances to a counterparty, one for each reference: of this desk, and those that the bank lists. */
export function paymentsTo(
  { copy: { journal, reader } }: CounterpartyParts,
  party: Party,
): CounterpartyPayment[] {
  const own = party.submissions
    .filter(({ operation }) => operation === 'createSingleTransfer')
    .slice(0, paymentsMax);
  const listed =
    party.payee === null
      ? []
      : transfersTo(reader, party.payee.beneficiary.entityId, paymentsMax * 2);
  const statuses = new Map(listed.map(({ record }) => [record.reference, record.status]));
  const ownReferences = new Set(party.submissions.map(({ reference }) => reference));
  const payments: CounterpartyPayment[] = [
    ...own.map(({ reference, createdAt, about, state }) => ({
      ...{ kind: 'payment' as const, reference, recordId: reference, at: createdAt },
      amount: about?.amount ?? null,
      accountNumber: about?.accountNumber ?? '',
      ...{ state, status: statuses.get(reference) ?? '' },
    })),
    ...listed
      .filter(({ record: { reference } }) => reference === '' || !ownReferences.has(reference))
      .map(({ record, since }) => ({
        ...{ kind: 'payment' as const, reference: record.reference || record.id },
        recordId: record.reference || record.id,
        ...{ at: since, accountNumber: record.accountNumber, state: null, status: record.status },
        amount: moneyIn(record),
      })),
    ...remittancesTo(journal, party),
  ];
  return payments.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, paymentsMax);
}

/** The remittances to a counterparty. They name their recipient, so only the name connects them. */
function remittancesTo(
  journal: CounterpartyParts['copy']['journal'],
  party: Party,
): CounterpartyPayment[] {
  return newestRegistered(journal, 'remittance')
    .filter(({ record }) => isNameOf(party, record.recipientName))
    .map(({ id, addedAt, record }) => ({
      ...{ kind: 'remittance', reference: record.reference || id, recordId: id },
      at: record.createdAt !== null && isTimestamp(record.createdAt) ? record.createdAt : addedAt,
      amount: moneyIn(record),
      ...{ accountNumber: record.accountNumber, state: null, status: record.status },
    }));
}

const moneyIn = ({
  amount,
  currency,
}: {
  readonly amount?: string | null | undefined;
  readonly currency: string;
}): Money | null =>
  typeof amount === 'string' && currency !== '' ? money(amount, currency) : null;

/** Orders to a counterparty that were sent and have no answer. */
export const unansweredTo = (
  { copy: { journal } }: CounterpartyParts,
  party: Party,
): ReturnType<typeof openSubmissions> =>
  openSubmissions(journal).filter(({ operation, about }) => {
    if (operation === 'createSingleTransfer')
      return party.payee !== null && about?.counterpartyId === party.payee.beneficiary.entityId;
    return operation === 'initiateRemittance' && isNameOf(party, about?.counterparty ?? '');
  });
