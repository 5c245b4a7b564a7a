import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { fullDay, monthName } from '../../../shared/calendar/day-labels.ts';
import type {
  Counterparty,
  CounterpartyFlow,
  CounterpartyPayee,
  CounterpartyPayment,
  DetailsAuthor,
  DetailsEvent,
  OpenItem,
} from '../../../shared/ipc/counterparties.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { submissionWords } from '../../ui/submissions/submission-labels.ts';

/** `12 entries`. */
const entriesText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** `Paid in USD`. */
export const flowTitle = ({ direction, currency }: CounterpartyFlow): string =>
  `${direction === 'debit' ? 'Paid in' : 'Received in'} ${currency}`;

/** `about every 30 days`; empty where it is not known. */
export function everyText(days: number | null): string {
  if (days === null) return '';
  return days === 1 ? 'every day' : `about every ${formatCount(days)} days`;
}

/** `Nov 2026` of `2026-11`. */
export const monthLabel = (month: string): string =>
  `${monthName(`${month}-01`)} ${month.slice(0, 4)}`;

const openKinds: Readonly<Record<OpenItem['kind'], string>> = {
  due: 'Scheduled payment',
  recurring: 'Recurring payment',
  unanswered: 'No answer yet',
  receivable: 'Receivable',
  invoice: 'Invoice',
  request: 'Request',
};

const dueStates: Readonly<Partial<Record<NonNullable<OpenItem['due']>, string>>> = {
  due: 'Due today',
  overdue: 'Overdue payment',
};

/** The kind of an open item, such as `Overdue payment`. */
export const openKindLabel = ({ kind, due }: OpenItem): string =>
  (due === null ? undefined : dueStates[due]) ?? openKinds[kind];

/** Whether a person has to look at the item first. */
export const isPressing = ({ kind, due }: OpenItem): boolean =>
  kind === 'unanswered' || due === 'overdue' || due === 'due';

/** The state of a payment: this desk's own where it is no acceptance, else the bank's word. */
export function paymentStateText({ state, status }: CounterpartyPayment): string {
  if (state !== null && state !== 'accepted') return submissionWords(state);
  return status === '' ? (state === null ? '' : submissionWords(state)) : status;
}

const fieldNames: Readonly<Record<string, string>> = {
  bankBicOrCode: 'BIC or code',
  bic: 'BIC',
  currencyIso3Code: 'Currency',
  postCode: 'Post code',
  emailAddress: 'E-mail',
  phoneNumber: 'Phone',
  addressLine1: 'Address',
};

/** The label of a field by its path: `Account number`, `Intermediary bank: BIC`. */
export const fieldLabel = (path: string): string =>
  path
    .split('.')
    .map((part) => fieldNames[part] ?? spaced(part))
    .join(': ');

const spaced = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Who changed details: `Ines Obi`, or `at the bank`. */
const authorText = (by: DetailsAuthor): string =>
  by.kind === 'person' ? `by ${by.name}` : 'at the bank';

/** What happened to the details: `Changed by Ines Obi`. */
export function eventTitle(event: DetailsEvent): string {
  switch (event.kind) {
    case 'gone':
      return 'No longer in the bank’s list';
    case 'released':
      return `Bank details checked ${authorText(event.by)}`;
    case 'created':
      return event.by.kind === 'person' ? `Created ${authorText(event.by)}` : 'First known details';
    case 'changed':
      return `Changed ${authorText(event.by)}`;
  }
}

/** The fields that decide where the money goes: a change of them is shown first. */
const bankFields: ReadonlySet<string> = new Set([
  'accountName',
  'accountNumber',
  'bankBicOrCode',
  'bankName',
  'country',
  'currencyIso3Code',
]);

/** The fields of a first version that are worth a line. */
export const isBankField = (path: string): boolean => bankFields.has(path);

/** How early or late a payer pays: `a day late, as in 4 payments`. */
export function habitText({ late, times }: NonNullable<Counterparty['habit']>): string {
  const count = `${formatCount(times)} payments`;
  if (late === 0) return `on time, as in ${count}`;
  const days = Math.abs(late) === 1 ? 'a day' : `${formatCount(Math.abs(late))} days`;
  return `${days} ${late > 0 ? 'late' : 'early'}, as in ${count}`;
}

/** `30 days, as in 4 invoices`. */
export const termText = ({ days, invoices }: NonNullable<Counterparty['invoiceTerm']>): string =>
  `${days === 1 ? 'a day' : `${formatCount(days)} days`}, as in ${formatCount(invoices)} ${invoices === 1 ? 'invoice' : 'invoices'}`;

/** The account and country of a payee, to distinguish payees with the same name. */
export const payeeText = ({ accountNumber, bankName, country }: CounterpartyPayee): string =>
  [accountNumber, bankName, country].filter((part) => part !== '').join(' · ');

/** `First 3 Dec 2025 · last 20 Nov 2026`. */
export const movementsText = (
  { count, first, last, since }: Counterparty['entries'],
  day: typeof fullDay,
): string => {
  if (count === 0 || first === null || last === null) return 'No entries in the local copy';
  const from = since === null ? `first ${day(first)}` : `counted since ${day(since)}`;
  return `${entriesText(count)} · ${from} · last ${day(last)}`;
};

/** A file's size: `120 KB`. */
export const sizeLabel = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatCount(Math.max(1, Math.round(bytes / 1_000)))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** How much of a month is counted if entries are counted only since a day. */
export function countedMonth(month: string, since: IsoDate | null): 'all' | 'part' | 'not' {
  if (since === null || `${month}-01` >= since) return 'all';
  return month === since.slice(0, 7) ? 'part' : 'not';
}

/** The label of a sum; if entries are counted only since a later day, that day. */
export const sumLabel = (label: string, from: IsoDate, since: IsoDate | null): string =>
  since === null || since <= from ? label : `Since ${fullDay(since)}`;
