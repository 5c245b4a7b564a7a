import type { EntryDetail, EntryRow, EntryVersion } from '../../../shared/ipc/statements.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { exactInstant, localTime } from '../../ui/dates.ts';

type Fact = { readonly label: string; readonly value: string };

/** What the pane tells of an entry; the parts that only the detail knows come when it is there. */
export function entryFacts(row: EntryRow, detail: EntryDetail | null): Fact[] {
  const facts = [
    { label: 'Booked', value: exactInstant(row.transactionDate) },
    { label: 'Entry', value: row.id },
    { label: 'Reference', value: row.customReference },
    { label: 'Balance after', value: formatMoney(row.balance) },
    { label: 'Version', value: detail ? versionWords(detail) : String(row.version) },
  ];
  if (row.withdrawnAt)
    facts.push({ label: 'Withdrawn', value: `not sent since ${localTime(row.withdrawnAt)}` });
  if (detail?.markedAt)
    facts.push({
      label: 'Marked',
      value: [localTime(detail.markedAt), detail.markedBy].filter(Boolean).join(' by '),
    });
  return facts;
}

function versionWords({ version, firstSeenAt }: EntryDetail): string {
  const seen = `first seen ${localTime(firstSeenAt)}`;
  return version === 1 ? `1, ${seen}` : `${String(version)}, rewritten by the bank; ${seen}`;
}

type Difference = { readonly label: string; readonly was: string; readonly is: string };

/** What differs between two contents of one entry, in the words a person compares. */
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
  ];
  return pairs.filter((pair) => pair.was !== pair.is);
}

/** The entry as it stands, in the shape of its earlier versions. */
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
});

const amountOf = ({ amount, currency }: EntryVersion): string => formatMoney({ amount, currency });
const balanceOf = ({ balance, currency }: EntryVersion): string =>
  formatMoney({ amount: balance, currency });
