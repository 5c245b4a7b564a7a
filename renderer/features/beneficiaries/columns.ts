import type { Snippet } from 'svelte';

import { lastFour } from '../../../shared/account-digits.ts';
import type { ListedBeneficiary } from '../../../shared/ipc/changes/beneficiaries.ts';
import type { Column } from '../../ui/lists/columns.ts';
import { exactInstant, instantText } from '../../ui/text/dates.ts';

/** When the bank last returned the beneficiary. Without a list at the bank each has its own time. */
const reportedAt: Column<ListedBeneficiary> = {
  title: 'Reported',
  width: '92px',
  narrow: '76px',
  look: 'muted small',
  text: ({ asOf }) => instantText(asOf),
  hint: ({ asOf }) => exactInstant(asOf),
};

/** The columns of the list; `name` draws the first. */
export const columnsOf = (
  name: Snippet<[row: ListedBeneficiary]>,
  areReportedAlone: boolean,
): readonly Column<ListedBeneficiary>[] => [
  {
    title: 'Name',
    width: 'minmax(120px, 1.5fr)',
    narrow: 'minmax(120px, 1fr)',
    look: 'row',
    cell: name,
    hint: (row) => row.name,
  },
  {
    title: 'Account',
    width: '62px',
    narrow: '70px',
    look: 'muted figures',
    text: ({ accountNumber }) => lastFour(accountNumber),
  },
  { title: 'Bank', width: 'minmax(90px, 1fr)', text: ({ bankName }) => bankName },
  { title: 'Country', width: '54px', look: 'muted', text: ({ country }) => country },
  {
    title: 'Currency',
    width: '58px',
    narrow: '58px',
    look: 'ccy',
    text: (row) => row.currencyIso3Code,
  },
  ...(areReportedAlone ? [reportedAt] : []),
];
