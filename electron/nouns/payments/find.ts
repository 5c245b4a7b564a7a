import type { Transfer } from '../../../shared/bank/transfers.ts';
import { dayOf, type Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Hit } from '../../../shared/ipc/accounts/find.ts';
import { money } from '../../../shared/money/money.ts';
import { holdsAllOf, type Facts, type RecordQuestion } from '../../engines/find/records.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { DatedRecord } from '../../engines/store/records/money-lists.ts';
import {
  listSubmissions,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';

/** How many of our newest payments are searched: the bank's list has the others. */
const ownMax = 1_000;

export const factsOf = (
  { id, reference, beneficiaryName, narration, status, amount, currency, accountNumber }: Transfer,
  since: Timestamp,
): Facts => ({
  texts: [id, reference, beneficiaryName, narration, status],
  payee: beneficiaryName,
  reference,
  sums: [{ amount, currency }],
  day: dayOf(since),
  accounts: [accountNumber],
  direction: 'debit',
});

const ownFacts = ({ reference, about, recordId, createdAt }: Submission): Facts => ({
  texts: [reference, about?.counterparty, recordId, about?.title],
  payee: about?.counterparty ?? null,
  reference,
  sums: about?.amount ? [about.amount] : [],
  day: dayOf(createdAt),
  accounts: [about?.accountNumber ?? ''],
  direction: 'debit',
});

/** Finds the payments that match the terms: our own and those that the bank lists, one line for each reference, newest first. */
export function paymentHits(
  journal: Journal,
  { terms, limit }: RecordQuestion,
  listed: readonly DatedRecord<Transfer>[],
): Hit[] {
  const holds = holdsAllOf(terms);
  const own = listSubmissions(journal, { operation: 'createSingleTransfer', limit: ownMax })
    .filter((submission) => holds(ownFacts(submission)))
    .map(ownHit);
  const hits = new Map(own.map((hit) => [hit.id, hit]));
  for (const { record, since } of listed) {
    const hit = listedHit(record, since);
    hits.set(hit.id, hit);
  }
  return [...hits.values()]
    .toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? ''))
    .slice(0, limit);
}

const ownHit = ({ reference, about, state, createdAt }: Submission): Hit => ({
  id: reference,
  within: null,
  day: dayOf(createdAt),
  lead: '',
  text: about?.counterparty ? `${reference} to ${about.counterparty}` : reference,
  aside: state,
  amount: about?.amount ?? null,
  direction: 'debit',
});

function listedHit(record: Transfer, since: Timestamp): Hit {
  const { id, reference, beneficiaryName, status, amount, currency } = record;
  return {
    id: reference || id,
    within: null,
    day: dayOf(since),
    lead: '',
    text: `${reference || id} to ${beneficiaryName || record.beneficiaryId}`,
    aside: status,
    amount: typeof amount === 'string' && currency !== '' ? money(amount, currency) : null,
    direction: 'debit',
  };
}
