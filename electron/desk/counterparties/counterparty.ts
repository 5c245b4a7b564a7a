import { earliest, todayAt, type Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Counterparty } from '../../../shared/ipc/counterparties.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { nameOf } from '../../engines/acts/team-keys.ts';
import { asOfTopic } from '../../engines/store/records/topics.ts';
import { claimNamed } from '../../engines/team-record/claim-table.ts';
import { accountKeys } from '../../nouns/accounts/ordinals.ts';
import { detailsHistory, type ClaimAuthor } from '../../nouns/beneficiaries/details-history.ts';
import { paidBeneficiary } from '../../nouns/beneficiaries/fingerprints.ts';
import { payeeOf } from '../../nouns/beneficiaries/namesakes.ts';
import { quarantineOf } from '../../nouns/beneficiaries/quarantine.ts';
import { invoicesTo, invoiceTermOf } from '../../nouns/invoices/of-payee.ts';
import { matchesByReceivable } from '../../nouns/orders/receivables/matches-table.ts';
import { newestRegistered } from '../../nouns/orders/tables.ts';
import { habitOf } from '../../nouns/outlook/payer-habit.ts';
import { meaningsBy } from '../../nouns/statements/entries/meanings.ts';
import { filesOf, notesOf } from './files-and-notes.ts';
import { openItemsOf } from './open-items.ts';
import type { CounterpartyParts } from './parts.ts';
import { isNameOf, partyOf } from './party.ts';
import { paymentsTo } from './payments-of.ts';

/** The most entries of one counterparty that are counted, newest first. */
const countedMax = 2_000;

/** All that this desk knows about one counterparty. Throws `offline.not-cached` for a payee or an entry outside the local copy. */
export async function readCounterparty(
  parts: CounterpartyParts,
  question: RouteInput<'counterparties.get'>,
): Promise<Counterparty> {
  const { copy, clock, bankFile } = parts;
  const { journal, reader } = copy;
  const party = await partyOf(parts, question);
  const { payee, names, orders, ordersToOthers } = party;
  const { ids, ...entries } = await copy.questions.ask('counterpartyEntries', [
    {
      ...{ names, orders, ordersToOthers, countedMax },
      today: todayAt(clock.now()),
      places: meaningsBy(bankFile).places,
    },
  ]);
  const account = payee?.beneficiary.accountNumber ?? null;
  const invoices = invoicesTo(journal, {
    ...{ account, names },
    others: party.namesakes.map(({ accountNumber }) => accountNumber),
  });
  const payments = paymentsTo(parts, party);
  const paid = payee && paidBeneficiary(journal, payee.beneficiary.entityId);
  const statementsOf = new Set(ids.map(({ accountNumber }) => accountNumber));
  return {
    ...{ name: party.name, namesakes: party.namesakes, entries, payments },
    payee: payee && payeeOf(payee.beneficiary, payee.goneAt),
    quarantine: payee?.goneAt === null ? quarantineOf(journal, payee.beneficiary) : null,
    isNeverPaid: paid === null && payments.length === 0 && entries.count === 0,
    asOf: {
      statements: oldestStatement(parts, statementsOf),
      payees: asOfTopic(reader, 'beneficiaries') ?? payee?.asOf ?? null,
      payments: asOfTopic(reader, 'transfers'),
    },
    open: await openItemsOf(parts, party, invoices),
    habit: habitOf(
      (name) => isNameOf(party, name),
      newestRegistered(journal, 'receivable'),
      matchesByReceivable(journal),
    ),
    invoiceTerm: invoiceTermOf(invoices),
    details: payee === null ? [] : detailsHistory(journal, payee, claimAuthorIn(copy)),
    files: filesOf(journal, {
      ...{ entries: ids, invoices },
      references: party.submissions.slice(0, countedReferences).map(({ reference }) => reference),
    }),
    notes: notesOf(journal, ids),
  };
}

/** The number of newest payments whose invoices are listed. */
const countedReferences = 200;

/** When the oldest statement of these accounts was read; without entries, that of all accounts. Null where one was never read. */
function oldestStatement(
  { copy: { reader } }: CounterpartyParts,
  accounts: ReadonlySet<string>,
): Timestamp | null {
  const known = accountKeys(reader).filter(
    ({ number }) => accounts.size === 0 || accounts.has(number),
  );
  return known.reduce<Timestamp | null>(
    (oldest, { statementAsOf }) =>
      statementAsOf === null || oldest === null ? null : earliest(oldest, statementAsOf),
    known.length === 0 ? null : '9999',
  );
}

/** The person whose desk holds the claim of a reference. */
const claimAuthorIn =
  ({ team }: Pick<CounterpartyParts['copy'], 'team'>): ClaimAuthor =>
  (reference) => {
    const open = team?.open ?? null;
    const keys = open?.people.keys() ?? null;
    if (open === null || keys === null) return null;
    const claim = claimNamed(open.record.copy, nameOf(keys, 'reference', reference));
    return claim && open.people.nameOf(claim.key);
  };
