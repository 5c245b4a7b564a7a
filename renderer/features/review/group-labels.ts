import type { OwnGroup } from '../../../shared/ipc/review/review.ts';
import type { PaymentFileLineState } from '../../../shared/ipc/changes/payment-files.ts';
import { counted } from '../../../shared/money/format.ts';
import { dayText } from '../../ui/text/dates.ts';

const names: Readonly<Record<OwnGroup['operation'], string>> = {
  createSingleTransfer: 'payment',
  initiateRemittance: 'remittance',
  lockRate: 'conversion',
};

/** `27 payments of payments-30.csv`, `2 conversions of 24 Nov`. */
export const groupTitle = ({ operation, orders, file, day }: OwnGroup): string =>
  `${counted(orders, names[operation])} of ${file?.fileName ?? dayText(day)}`;

/** `27 fees`; empty where there are none. */
export const feesText = ({ fees }: OwnGroup): string => (fees === 0 ? '' : counted(fees, 'fee'));

/** What was compared and found equal. */
export const equalText = ({ arePayeesNamed, fees, operation }: OwnGroup): string => {
  const figures = [
    'amounts',
    arePayeesNamed && operation !== 'lockRate' && 'payees',
    fees > 0 && 'fees',
  ];
  const known = figures.filter((figure) => figure !== false);
  const last = known.pop() ?? '';
  const text = known.length === 0 ? last : `${known.join(', ')} and ${last}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} equal the orders`;
};

export const accountsText = ({ sums }: OwnGroup): string =>
  counted(new Set(sums.map(({ accountNumber }) => accountNumber)).size, 'account');

const states: Readonly<Record<PaymentFileLineState, string>> = {
  invalid: 'with problems, not sent',
  ready: 'not sent',
  skipped: 'left out, not sent',
  later: 'for a later day, not sent',
  scheduled: 'scheduled',
  'at-bank': 'at the bank before',
  sending: 'being sent',
  accepted: 'sent, read or not as ordered',
  refused: 'refused by the bank',
  unknown: 'without an answer',
  'not-sent': 'not sent',
  'not-found': 'not at the bank',
};

/** The other lines of a file: `3 lines with problems, not sent`. */
export const othersText = ({ others }: OwnGroup): string =>
  others.map(({ state, lines }) => `${counted(lines, 'line')} ${states[state]}`).join(' · ');

export const sumText = (
  isFee: boolean,
  entries: number,
  operation: OwnGroup['operation'],
): string =>
  isFee
    ? counted(entries, 'fee')
    : counted(entries, operation === 'lockRate' ? 'side' : names[operation]);

export const entriesText = (count: number): string => counted(count, 'entry', 'entries');

export const changedText = (count: number): string =>
  `${entriesText(count)} changed since and ${count === 1 ? 'stays' : 'stay'} unread.`;
