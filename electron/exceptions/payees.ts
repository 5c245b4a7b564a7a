import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import type { Quarantine } from '../../shared/ipc/beneficiaries.ts';
import { fingerprinted } from '../beneficiaries/fingerprint.ts';
import { everyPaid } from '../beneficiaries/fingerprints.ts';
import { quarantinesAmong, type Standing } from '../beneficiaries/quarantine.ts';
import type { CacheReader } from '../store/database.ts';
import { changedAt, standingBeneficiaries, type StandingBeneficiary } from './troubled-records.ts';
import { exceptionId, type Finding, type Source } from './exception.ts';

/**
 * Payees whose bank details changed since they were last paid, and at which nobody looked since. A bank that writes all its
 * records anew changes thousands at once: no question is asked payee by payee.
 */
export const changedBeneficiaries: Source = ({ journal, reader }) => {
  const paid = everyPaid(journal);
  const standing = readAll(reader, standingBeneficiaries(reader, [...paid.keys()]));
  const found = quarantinesAmong(journal, paid, standing);
  const since = changedAt(
    reader,
    found.map(({ quarantine: { entityId } }) => entityId),
  );
  const wordsOf = listedWords();
  return found.map(({ quarantine, payee: { asOf } }) =>
    findingOf(quarantine, since.get(quarantine.entityId) ?? asOf, wordsOf),
  );
};

type Read = Standing & { readonly document: string };

/** Payee -> its text as it was read last, and what it says: most are the same at the next look, which follows soon. */
const lastRead = new WeakMap<CacheReader, ReadonlyMap<string, Read>>();

/** What the texts say; only those that are not what they were are read again. */
function readAll(
  reader: CacheReader,
  standing: readonly StandingBeneficiary[],
): (Read & { readonly asOf: Timestamp })[] {
  const before = lastRead.get(reader);
  const read = standing.map(({ entityId, document, asOf }) => {
    const known = before?.get(entityId);
    return { ...(known?.document === document ? known : readOne(document)), asOf };
  });
  lastRead.set(reader, new Map(read.map((one) => [one.record.entityId, one])));
  return read;
}

function readOne(document: string): Read {
  const record = JSON.parse(document) as BeneficiaryRecord;
  return { document, record, now: fingerprinted(record) };
}

const fieldWords: Readonly<Record<string, string>> = {
  accountName: 'the account name',
  accountNumber: 'the account number',
  bankBicOrCode: 'the bank code',
  bankName: 'the bank',
  country: 'the country',
  currencyIso3Code: 'the currency',
  intermediaryBank: 'the intermediary bank',
  branchInformation: 'the branch',
};

const listing = new Intl.ListFormat('en-GB');

/** Lists the fields that changed; the same ones have changed of most payees, and are put into words once. */
function listedWords(): (changed: Quarantine['changedFields']) => string {
  const known = new Map<string, string>();
  return (changed) => {
    const fields = changed.map(({ field }) => fieldWords[field] ?? field);
    const key = fields.join();
    const words = known.get(key) ?? listing.format(fields);
    known.set(key, words);
    return words;
  };
}

function findingOf(
  { entityId, name, changedFields, lastPaidAt }: Quarantine,
  since: Timestamp,
  wordsOf: ReturnType<typeof listedWords>,
): Finding {
  return {
    exceptionId: exceptionId('changed-payee', entityId),
    kind: 'changed-payee',
    title: `Bank details of ${name} changed`,
    detail: `Since the last payment on ${lastPaidAt.slice(0, 10)}, ${wordsOf(changedFields)} changed; the payee waits for a second look.`,
    status: null,
    amount: null,
    since,
    next: 'Compare the details',
    place: { view: 'beneficiaries', entityId },
    submissionId: null,
  };
}
