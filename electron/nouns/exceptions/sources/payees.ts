import { dayOf } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { paidDetails, paidPieces, releasesAmong } from '../../beneficiaries/fingerprints.ts';
import { exceptionId, type ExceptionParts, type Finding } from './exception.ts';
import type { ChangedPayee } from './reads.ts';

/**
 * Finds payees whose bank details changed since they were last paid, and that were not reviewed since. A bank that rewrites all its records
 * changes thousands at once: the reader thread compares them in pieces, while this thread describes the piece before.
 */
export async function changedBeneficiaries(parts: PayeeParts): Promise<Finding[]> {
  const wordsOf = listedWords();
  const findings = await Promise.all(
    paidPieces(parts.journal).map((piece) => changedAmong(parts, piece, wordsOf)),
  );
  return findings.flat();
}

type PayeeParts = Pick<ExceptionParts, 'journal' | 'questions'>;

async function changedAmong(
  { journal, questions }: PayeeParts,
  piece: string,
  wordsOf: ReturnType<typeof listedWords>,
): Promise<Finding[]> {
  const changed = await questions.ask('changedPayees', [piece]);
  const unknown = changed.filter(({ fields }) => fields === null).map(({ entityId }) => entityId);
  const compared =
    unknown.length === 0
      ? new Map<string, readonly string[]>()
      : await questions.ask('changedFields', [paidDetails(journal, unknown)]);
  // Read last: a payee that a person released in the meantime is not listed again.
  const isReleased = releasesAmong(
    journal,
    changed.map(({ entityId }) => entityId),
  );
  return changed
    .filter(({ entityId, fingerprint }) => !isReleased(entityId, fingerprint))
    .map((payee) => findingOf(payee, wordsOf(payee.fields ?? compared.get(payee.entityId) ?? [])));
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

/** Lists the fields that changed. Most payees have the same changed fields, so each wording is cached. */
function listedWords(): (fields: readonly string[]) => string {
  const known = new Map<string, string>();
  return (fields) => {
    const key = fields.join();
    const names = fields.length === 0 ? ['the bank details'] : fields;
    const words =
      known.get(key) ?? listing.format(names.map((field) => fieldWords[field] ?? field));
    known.set(key, words);
    return words;
  };
}

function findingOf({ entityId, name, since, paidAt }: ChangedPayee, changedWords: string): Finding {
  return {
    exceptionId: exceptionId('changed-payee', entityId),
    kind: 'changed-payee',
    title: `Bank details of ${name} changed`,
    detail: `Since the last payment on ${fullDay(dayOf(paidAt))}, ${changedWords} changed; the payee waits for a second look.`,
    status: null,
    amount: null,
    since,
    next: 'Compare the details',
    place: { view: 'beneficiaries', entityId },
    submissionId: null,
  };
}
