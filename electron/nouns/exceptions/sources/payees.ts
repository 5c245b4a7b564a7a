import { dayOf } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { everyPaid, releasedAmong } from '../../beneficiaries/fingerprints.ts';
import { exceptionId, type ExceptionParts, type Finding } from './exception.ts';
import type { ChangedPayee } from './reads.ts';

/**
 * Payees whose bank details changed since they were last paid, and that were not reviewed since. A bank that writes all its
 * records anew changes thousands at once: no question is asked payee by payee, and their records are read by the thread that only reads.
 */
export async function changedBeneficiaries({
  journal,
  questions,
}: Pick<ExceptionParts, 'journal' | 'questions'>): Promise<Finding[]> {
  const paid = everyPaid(journal);
  if (paid.length === 0) return [];
  const changed = await questions.ask('changedPayees', [paid]);
  const paidAt = new Map(paid.map((one) => [one.entityId, one.paidAt]));
  // Asked last: who released a payee meanwhile does not see it again.
  const released = releasedAmong(
    journal,
    changed.map(({ entityId }) => entityId),
  );
  const wordsOf = listedWords();
  return changed
    .filter(({ entityId, fingerprint }) => !released.get(entityId)?.has(fingerprint))
    .map((payee) => findingOf(payee, paidAt.get(payee.entityId) ?? '', wordsOf));
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
function listedWords(): (fields: readonly string[]) => string {
  const known = new Map<string, string>();
  return (fields) => {
    const key = fields.join();
    const words =
      known.get(key) ?? listing.format(fields.map((field) => fieldWords[field] ?? field));
    known.set(key, words);
    return words;
  };
}

function findingOf(
  { entityId, name, fields, since }: ChangedPayee,
  paidAt: string,
  wordsOf: ReturnType<typeof listedWords>,
): Finding {
  return {
    exceptionId: exceptionId('changed-payee', entityId),
    kind: 'changed-payee',
    title: `Bank details of ${name} changed`,
    detail: `Since the last payment on ${fullDay(dayOf(paidAt))}, ${wordsOf(fields)} changed; the payee waits for a second look.`,
    status: null,
    amount: null,
    since,
    next: 'Compare the details',
    place: { view: 'beneficiaries', entityId },
    submissionId: null,
  };
}
