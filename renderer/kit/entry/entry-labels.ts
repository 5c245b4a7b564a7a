import type {
  EntryDetail,
  EntryRow,
  EntryVersion,
} from '../../../shared/ipc/accounts/statements.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { exactInstant, instantText } from '../../ui/text/dates.ts';
import { extraDifferences } from '../../ui/facts/extra-facts.ts';
import { seenText } from '../../ui/text/unseen-letters.ts';
import type { Fact } from '../../ui/facts/fact.ts';

/** The name of an entry in a sentence. */
export const entryName = ({ counterparty, labels, narration, id, amount }: EntryRow): string =>
  `${counterparty ?? labels?.counterparty ?? (narration || id)}, ${formatMoney(amount)}`;

/** The facts of an entry in the pane; the parts that only the detail has are added once it is loaded. */
export function entryFacts(row: EntryRow, detail: EntryDetail | null): Fact[] {
  const facts: Fact[] = [
    { label: 'Booked', value: exactInstant(row.transactionDate) },
    { label: 'Entry', value: row.id, isIdentifier: true },
    { label: 'Reference', value: row.customReference },
    { label: 'Balance after', value: formatMoney(row.balance) },
    { label: 'Version', value: detail ? versionWords(detail) : String(row.version) },
  ];
  facts.push(...meaningFacts(detail));
  if (row.withdrawnAt)
    facts.push({ label: 'Withdrawn', value: `not sent since ${instantText(row.withdrawnAt)}` });
  if (detail?.markedAt)
    facts.push({
      label: 'Marked',
      value: [instantText(detail.markedAt), detail.markedBy].filter(Boolean).join(' by '),
    });
  return facts;
}

/** The bank's values of the fields that the bank file maps to our names; missing ones are left out. */
const meaningFacts = (detail: EntryDetail | null): Fact[] =>
  meaningLabels.flatMap(([name, label]) => {
    const value = detail?.meanings[name] ?? '';
    return value === '' ? [] : [{ label, value: seenText(value) }];
  });

const meaningLabels = [
  ['valueDate', 'Value date'],
  ['bookingDate', 'Booking date'],
  ['counterparty', 'Counterparty'],
  ['remittanceInformation', 'Remittance information'],
] as const;

function versionWords({ version, rewritten, firstSeenAt }: EntryDetail): string {
  const seen = `first seen ${instantText(firstSeenAt)}`;
  if (version === 1) return `1, ${seen}`;
  const what = rewritten ? 'rewritten by the bank' : 'changed only in the bank’s extra fields';
  return `${String(version)}, ${what}; ${seen}`;
}

type Difference = { readonly label: string; readonly was: string; readonly is: string };

/** The differences between two versions of one entry, in the words that a person compares. */
export function differences(was: EntryVersion, is: EntryVersion): Difference[] {
  const pairs: Difference[] = [
    { label: 'Amount', was: amountOf(was), is: amountOf(is) },
    { label: 'Direction', was: was.direction, is: is.direction },
    { label: 'Type', was: was.transactionType, is: is.transactionType },
    {
      label: 'Booked',
      was: exactInstant(was.transactionDate),
      is: exactInstant(is.transactionDate),
    },
    { label: 'Narration', was: was.narration, is: is.narration },
    { label: 'Reference', was: was.customReference, is: is.customReference },
    { label: 'Balance', was: balanceOf(was), is: balanceOf(is) },
    ...extraDifferences(was.extras, is.extras),
  ];
  return pairs.filter((pair) => pair.was !== pair.is);
}

/** The current entry, in the shape of its earlier versions. */
export const currentVersion = (detail: EntryDetail): EntryVersion => ({
  version: detail.version,
  seenAt: detail.firstSeenAt,
  amount: detail.amount.amount,
  currency: detail.amount.currency,
  direction: detail.direction,
  transactionType: detail.transactionType,
  transactionDate: detail.transactionDate,
  narration: detail.narration,
  customReference: detail.customReference,
  balance: detail.balance.amount,
  extras: detail.extras,
});

const amountOf = ({ amount, currency }: EntryVersion): string => formatMoney({ amount, currency });
const balanceOf = ({ balance, currency }: EntryVersion): string =>
  formatMoney({ amount: balance, currency });
