import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { CounterpartyPayee } from '../../../shared/ipc/counterparties.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { rows, type CacheReader } from '../../engines/store/database.ts';
import { foldedWords, hasTermSql, withoutMarks } from '../../engines/store/search/search-text.ts';
import { foldedName } from '../../engines/submissions/orders/payee-names.ts';

/** A payee as a person recognises it. */
export const payeeOf = (
  record: BeneficiaryRecord,
  goneAt: Timestamp | null,
): CounterpartyPayee => ({
  entityId: record.entityId,
  name: record.name,
  accountName: record.accountName,
  accountNumber: record.accountNumber,
  bankName: record.bankName,
  bankBicOrCode: record.bankBicOrCode,
  country: record.country,
  currency: record.currencyIso3Code,
  goneAt,
});

/** The names by which a payee is known; each once, none empty. */
export const payeeNames = ({ name, accountName }: CounterpartyPayee): string[] => [
  ...new Set([name, accountName].filter((one) => foldedName(one) !== '')),
];

/** Payees of one name that are returned at most. */
const namesakesMax = 50;

/**
 * The payees with one of these names, ignoring case, accents and blanks, by their identifiers. Includes payees that the bank's list no
 * longer has.
 */
export function payeesNamed(reader: CacheReader, names: readonly string[]): CounterpartyPayee[] {
  const wanted = new Set(names.map(foldedName).filter((name) => name !== ''));
  const found = new Map<string, CounterpartyPayee>();
  for (const name of wanted) {
    const [longest = ''] = foldedWords(name).toSorted((a, b) => b.length - a.length);
    const stored = rows<{ document: string; gone_at: string | null }>(
      reader,
      `SELECT document, gone_at FROM beneficiary WHERE ${hasTermSql('search_text')} ORDER BY entity_id`,
      withoutMarks(longest),
    );
    for (const { document, gone_at } of stored) {
      const payee = payeeOf(JSON.parse(document) as BeneficiaryRecord, gone_at);
      if (payeeNames(payee).some((one) => wanted.has(foldedName(one))))
        found.set(payee.entityId, payee);
    }
  }
  return [...found.values()].slice(0, namesakesMax);
}
