import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { CounterpartyPayee } from '../../../shared/ipc/counterparties.ts';
import { notCached } from '../../engines/submissions/open-bank.ts';
import { foldedName } from '../../engines/submissions/orders/payee-names.ts';
import {
  submissionsAbout,
  type SubmissionOf,
} from '../../engines/submissions/journal/submissions-about.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';
import { payeeNames, payeeOf } from '../../nouns/beneficiaries/namesakes.ts';
import { beneficiaryById, type CachedBeneficiary } from '../../nouns/beneficiaries/tables.ts';
import { findOrdinal } from '../../nouns/accounts/ordinals.ts';
import { counterpartyOf } from '../../nouns/statements/counterparty/counterparty.ts';
import { entriesByKey } from '../../nouns/statements/entries/entries-by-key.ts';
import { namesOf } from '../../nouns/statements/entries/entry-rows.ts';
import { meaningsBy } from '../../nouns/statements/entries/meanings.ts';
import { findKey } from '../../nouns/statements/entries/places.ts';
import type { PlacedOrder } from '../../nouns/statements/parties/candidate-keys.ts';
import type { CounterpartyParts } from './parts.ts';

/** The counterparty of a page, with the keys by which every noun finds its records. */
export type Party = {
  readonly name: string;
  /** Its payee, with the earlier versions; null where only a name is known. */
  readonly payee: CachedBeneficiary | null;
  readonly namesakes: readonly CounterpartyPayee[];
  /** The names that only it has; empty where other payees share them. */
  readonly names: readonly string[];
  /** Submissions that name its payee, newest first. */
  readonly submissions: readonly SubmissionOf[];
  /** Own orders to it. */
  readonly orders: readonly PlacedOrder[];
  /** Own orders to payees that only share its name. */
  readonly ordersToOthers: readonly PlacedOrder[];
};

/** The most submissions about one payee that are read, newest first. */
const submissionsMax = 2_000;

type Question = RouteInput<'counterparties.get'>;

/**
 * The counterparty of a question: a payee by the bank's identifier where one is known, else a name. A name never joins two payees. Where
 * several have it, each has its own page, and the page of the name shows what only the name connects. Throws `offline.not-cached` for a
 * payee or an entry that is not in the local copy.
 */
export async function partyOf(parts: CounterpartyParts, question: Question): Promise<Party> {
  const resolved = 'entryId' in question ? ofEntry(parts, question) : question;
  if ('payeeId' in resolved) return payeeParty(parts, resolved.payeeId);
  const payees = await namedIn(parts, [resolved.name]);
  const [only, ...others] = payees;
  if (only && others.length === 0) return payeeParty(parts, only.entityId);
  return {
    ...{ name: resolved.name, payee: null, namesakes: payees },
    names: namesEqualTo(resolved.name, payees),
    ...{ submissions: [], orders: [] },
    ordersToOthers: payees.flatMap(({ entityId }) =>
      placed(submissionsAbout(parts.copy.journal, entityId, submissionsMax)),
    ),
  };
}

async function payeeParty(parts: CounterpartyParts, entityId: string): Promise<Party> {
  const { reader, journal } = parts.copy;
  const cached = beneficiaryById(reader, entityId);
  if (cached === null) throw notCached(`Payee ${entityId}`);
  const payee = payeeOf(cached.beneficiary, cached.goneAt);
  const names = payeeNames(payee);
  const namesakes = (await namedIn(parts, names)).filter((one) => one.entityId !== entityId);
  const submissions = submissionsAbout(journal, entityId, submissionsMax);
  return {
    ...{ name: names[0] ?? entityId, payee: cached, namesakes, submissions },
    names: names.filter((name) => !namesakes.some((other) => hasName(other, name))),
    orders: placed(submissions),
    ordersToOthers: namesakes.flatMap((other) =>
      placed(submissionsAbout(journal, other.entityId, submissionsMax)),
    ),
  };
}

/** The payee of the own order that an entry settles, else the entry's counterparty. Narration does not identify a counterparty. */
function ofEntry(
  { copy: { reader, journal }, bankFile }: CounterpartyParts,
  { accountNumber, entryId }: Extract<Question, { readonly entryId: string }>,
): Exclude<Question, { readonly entryId: string }> {
  const account = findOrdinal(reader, accountNumber);
  const key = account === null ? null : findKey(reader, account, entryId);
  const [entry] = key === null ? [] : entriesByKey(reader, [key]);
  if (entry === undefined) throw notCached(`Entry ${entryId}`);
  const order =
    entry.orderedPayee === null ? null : submissionByReference(journal, entry.customReference);
  const payeeId = order?.about?.counterpartyId ?? null;
  if (payeeId !== null && beneficiaryById(reader, payeeId) !== null) return { payeeId };
  const { name, source } = counterpartyOf(namesOf(entry, meaningsBy(bankFile)));
  if (source === 'narration' || name === '') throw notCached('The counterparty of this entry');
  return { name };
}

const namedIn = (
  { copy }: CounterpartyParts,
  names: readonly string[],
): Promise<readonly CounterpartyPayee[]> => copy.questions.ask('payeesNamed', [names]);

const hasName = (payee: CounterpartyPayee, name: string): boolean =>
  payeeNames(payee).some((one) => foldedName(one) === foldedName(name));

/** A name as it was requested, and in the payees' spellings: own orders are found by their exact text. */
const namesEqualTo = (name: string, payees: readonly CounterpartyPayee[]): string[] => [
  ...new Set([
    name,
    ...payees.flatMap(payeeNames).filter((one) => foldedName(one) === foldedName(name)),
  ]),
];

/** The accounts and references of payments. */
const placed = (submissions: readonly SubmissionOf[]): PlacedOrder[] =>
  submissions.flatMap(({ operation, reference, about }) =>
    operation === 'createSingleTransfer' && about?.accountNumber
      ? [{ accountNumber: about.accountNumber, reference }]
      : [],
  );

/** Whether the name is the party's, and no other payee's. */
export const isNameOf = ({ names }: Pick<Party, 'names'>, name: string): boolean =>
  foldedName(name) !== '' && names.some((one) => foldedName(one) === foldedName(name));
