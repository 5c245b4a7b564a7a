import type { Quarantine } from '../../shared/ipc/beneficiaries.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import { beneficiaryById } from '../beneficiaries/tables.ts';
import type { CacheReader } from '../store/database.ts';
import { paidFingerprints } from './troubled-orders.ts';
import { standingBeneficiaries } from './troubled-records.ts';
import { bankDetailsOf, fingerprintOf } from '../beneficiaries/fingerprint.ts';
import { quarantineOf } from '../beneficiaries/quarantine.ts';
import { exceptionId, type Finding, type Source } from './exception.ts';

/** Payees whose bank details changed since they were last paid, and at which nobody looked since. */
export const changedBeneficiaries: Source = ({ journal, reader }) => {
  const paid = paidFingerprints(journal);
  return standingBeneficiaries(reader, [...paid.keys()])
    .filter((payee) => fingerprintOf(bankDetailsOf(payee)) !== paid.get(payee.entityId))
    .flatMap((payee) => {
      const quarantine = quarantineOf(journal, payee);
      return quarantine ? [findingOf(quarantine, changedAt(reader, payee.entityId))] : [];
    });
};

/** When the desk first saw the details as they are now. */
function changedAt(reader: CacheReader, entityId: string): Timestamp {
  const known = beneficiaryById(reader, entityId);
  return known?.earlier[0]?.until ?? known?.asOf ?? '';
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

function findingOf(
  { entityId, name, changedFields, lastPaidAt }: Quarantine,
  since: Timestamp,
): Finding {
  const fields = changedFields.map(({ field }) => fieldWords[field] ?? field);
  return {
    exceptionId: exceptionId('changed-payee', entityId),
    kind: 'changed-payee',
    title: `Bank details of ${name} changed`,
    detail: `Since the last payment on ${lastPaidAt.slice(0, 10)}, ${listing.format(fields)} changed; the payee waits for a second look.`,
    status: null,
    amount: null,
    since,
    next: 'Compare the details',
    place: { view: 'beneficiaries', entityId },
    submissionId: null,
  };
}
