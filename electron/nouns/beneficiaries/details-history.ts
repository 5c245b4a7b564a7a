import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { DetailsAuthor, DetailsEvent } from '../../../shared/ipc/counterparties.ts';
import type { Journal } from '../../engines/store/database.ts';
import {
  creationOf,
  submissionsAbout,
  type SubmissionOf,
} from '../../engines/submissions/journal/submissions-about.ts';
import { releasesOf } from './fingerprints.ts';
import type { CachedBeneficiary } from './tables.ts';

/** How many changes of one payee are searched for their authors. */
const changesMax = 500;

/** The name of the person whose claim let a change leave, by its reference; null where no team knows it. */
export type ClaimAuthor = (reference: string) => string | null;

/**
 * Returns every version of a payee's details that this desk has seen, newest first: when it was first seen, what differs from the previous
 * one, and who changed it. A field is a person's change where a change sent from here since the previous version has its new text;
 * otherwise it is a change at the bank. The releases of bank details are included.
 */
export function detailsHistory(
  journal: Journal,
  { beneficiary, earlier, goneAt }: CachedBeneficiary,
  claimAuthor: ClaimAuthor,
): DetailsEvent[] {
  const { entityId } = beneficiary;
  const authorOf = (sent: SubmissionOf): DetailsAuthor => ({
    kind: 'person',
    name: claimAuthor(sent.reference) ?? sent.about?.person ?? 'this desk',
    reference: sent.reference,
  });
  const updates = submissionsAbout(journal, entityId, changesMax).filter(
    ({ operation, state }) => operation === 'updateBeneficiary' && mayHaveArrived.has(state),
  );
  const changes = earlier.flatMap(({ beneficiary: before, until: at }, index): DetailsEvent[] => {
    const now = earlier[index - 1]?.beneficiary ?? beneficiary;
    const since = earlier[index + 1]?.until ?? '';
    const sent = updates.filter(({ createdAt }) => createdAt >= since && createdAt <= at);
    return changesBetween({ before, now, at }, sent, authorOf);
  });
  const creation = creationOf(journal, 'createBeneficiary', entityId);
  const events: DetailsEvent[] = [
    ...(goneAt === null ? [] : [{ kind: 'gone', at: goneAt } as const]),
    ...changes,
    ...releasesOf(journal, entityId).map(({ at, actor }) => ({
      ...({ kind: 'released', at } as const),
      by: { kind: 'person', name: actor.name, reference: '' } as const,
    })),
  ].toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  const first = {
    kind: 'created',
    at: creation?.createdAt ?? null,
    by: creation === null ? ({ kind: 'bank' } as const) : authorOf(creation),
    fields: fieldsBetween({}, textsOf(earlier.at(-1)?.beneficiary ?? beneficiary)),
  } as const;
  return [...events, first];
}

const mayHaveArrived: ReadonlySet<SubmissionOf['state']> = new Set([
  'accepted',
  'unknown',
  'sending',
]);

type Change = {
  readonly before: BeneficiaryRecord;
  readonly now: BeneficiaryRecord;
  readonly at: Timestamp;
};

/** Groups changed fields by the newest change that sent their current text. Empty where only unknown fields differ. */
function changesBetween(
  { before, now, at }: Change,
  sent: readonly SubmissionOf[],
  authorOf: (sent: SubmissionOf) => DetailsAuthor,
): DetailsEvent[] {
  const bodies = sent.map((one) => ({ one, texts: sentTexts(one) }));
  const fields = fieldsBetween(textsOf(before), textsOf(now));
  const groups = Map.groupBy(fields, (field) =>
    bodies.find(({ texts }) => isSame(texts[field.field], field.now)),
  );
  return [...groups].map(([author, own]) => ({
    ...{ kind: 'changed', at, fields: own },
    by: author === undefined ? { kind: 'bank' } : authorOf(author.one),
  }));
}

type Texts = Readonly<Record<string, string>>;

const notDetails: ReadonlySet<string> = new Set(['entityId', 'clientId', 'subClientId', 'extras']);

/** The details as flat texts by their paths, such as `intermediaryBank.bic`. */
const textsOf = (record: BeneficiaryRecord): Texts => flat(record);

function flat(record: object, prefix = ''): Texts {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    if (prefix === '' && notDetails.has(name)) continue;
    // Request and answer spell it differently.
    const path = `${prefix}${name === 'postcode' ? 'postCode' : name}`;
    if (typeof value === 'string') texts[path] = value;
    else if (typeof value === 'object' && value !== null)
      Object.assign(texts, flat(value as object, `${path}.`));
  }
  return texts;
}

const fieldsBetween = (before: Texts, now: Texts) =>
  [...new Set([...Object.keys(now), ...Object.keys(before)])]
    .map((field) => ({ field, before: before[field] ?? '', now: now[field] ?? '' }))
    .filter((field) => field.before !== field.now);

/** The texts that a change was sent with; none where they cannot be read back. */
function sentTexts({ payload }: SubmissionOf): Texts {
  const { body } = JSON.parse(payload) as { readonly body?: unknown };
  return typeof body === 'object' && body !== null ? flat(body) : {};
}

/** Compares without case and blanks, which banks tidy. */
const isSame = (sent: string | undefined, now: string): boolean =>
  sent !== undefined && plain(sent) === plain(now);

const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();
