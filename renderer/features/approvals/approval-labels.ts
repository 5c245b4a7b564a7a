import type {
  ApprovalNeed,
  RequestPart,
  RequestReview,
  RequestRow,
  ReviewMark,
  SendingDeskView,
  SendingRunView,
} from '../../../shared/ipc/approvals.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { operationWords } from '../../../shared/bank/operation-labels.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import { approversText, orText } from '../../kit/sending/approval-labels.ts';
import { instantText } from '../../ui/text/dates.ts';

export const partLabels: Readonly<Record<RequestPart, string>> = {
  mine: 'For me',
  others: 'For others',
  approved: 'Approved, to be sent',
  ended: 'Ended',
};

/** `3 for you · 2 for others · 1 approved, to be sent`. */
export function countsText(requests: readonly RequestRow[]): string {
  const countOf = (part: RequestPart): string =>
    formatCount(requests.filter((row) => row.part === part).length);
  return `${countOf('mine')} for you · ${countOf('others')} for others · ${countOf('approved')} approved, to be sent`;
}

/** `48,600.00 EUR to Copperline Cables SA`. */
export const requestText = ({ amount, about, kind, payments }: RequestRow): string =>
  payments > 1
    ? `${formatCount(payments)} payments`
    : amount
      ? `${formatMoney(amount)} ${about}`
      : `${kind.toLowerCase()} ${about}`;

/** It is approved as a limit, and priced before it is traded. */
export const isConversion = ({ operation }: Pick<RequestRow, 'operation'>): boolean =>
  operation === 'lockRate';

const sendLabels: Readonly<Record<string, string>> = {
  ...{ createSingleTransfer: 'Pay', lockRate: 'Get quote…' },
};

/** The button that sends a request. */
export const sendLabel = ({ operation }: RequestRow): string => sendLabels[operation] ?? 'Send';

/** The operation that sends a request, to see whether the bank is open for it. */
export const operationOf = ({ operation }: RequestRow): readonly OperationName[] =>
  Object.hasOwn(operationWords, operation) ? [operation as OperationName] : [];

/** A request in the list, beside its amount: a payment by its payee. */
export const nameText = (row: RequestRow): string => {
  if (row.payments > 1) return requestText(row);
  return row.operation === 'createSingleTransfer' ? row.payee : `${row.kind} ${row.about}`;
};

/** What a request is about, as a heading. */
export const headingText = ({ amount, about }: RequestRow): string =>
  amount ? about : about.charAt(0).toUpperCase() + about.slice(1);

/** `2 sent · 1 taken out · 3 approved, to be sent`: the payments of a file by state; empty where there is none. */
export function manyText({ many }: Pick<RequestRow, 'many'>): string {
  if (many === null) return '';
  const { sent, excluded, toSend } = many;
  const counts = [
    ...(sent > 0 ? [`${formatCount(sent)} sent`] : []),
    ...(excluded > 0 ? [`${formatCount(excluded)} taken out`] : []),
    ...(toSend > 0 ? [`${formatCount(toSend)} approved, to be sent`] : []),
  ];
  return counts.join(' · ');
}

/** `2 of 3 signed`, over all rules that fit. */
function signedText(needs: readonly ApprovalNeed[]): string {
  const count = needs.reduce((sum, need) => sum + need.count, 0);
  const has = needs.reduce((sum, need) => sum + Math.min(need.has, need.count), 0);
  return count === 0 ? 'needs no approval' : `${String(has)} of ${String(count)} signed`;
}

/** The second line of a request in the list. */
export function standingText({ maker, needs, mayApprove, part, ended, held }: RequestRow): string {
  const made = `${maker.person}, ${instantText(maker.at)}`;
  if (ended) return `${made} · ${endedText(ended)}`;
  if (held && needs.length === 0) return `${made} · its payee waits for a release`;
  const persons = part === 'others' && mayApprove.length > 0 ? ` · asks ${orText(mayApprove)}` : '';
  return `${made} · ${signedText(needs)}${persons}`;
}

export function endedText(ended: NonNullable<RequestRow['ended']>): string {
  if (ended.is === 'late') return 'not sent in time';
  return `${ended.is} by ${ended.by.person}`;
}

/** Who can approve a request now; null where no approval is missing. */
export const waitsText = ({ mayApprove, ended, part }: RequestRow): string | null =>
  ended !== null || part === 'approved' ? null : approversText(mayApprove);

/** A line of the comparison: as requested, and as this desk read it. */
export type ReadingLine = {
  readonly label: string;
  readonly requested: string;
  readonly read: string;
  readonly marks: readonly (ReviewMark & { readonly index: number })[];
};

const same = 'same';

/** The lines of a change: the requested value, and the bank's current one. */
function changeLines(facts: RequestReview['facts'], marks: RequestReview['marks']): ReadingLine[] {
  const toCheck = marks.map((mark, index) => ({ ...mark, index }));
  return [
    ...facts.map(({ label, value, now }) => ({
      ...{ label, requested: value, marks: [] },
      read: now === null ? same : now === value ? same : `now ${now === '' ? 'empty' : now}`,
    })),
    ...toCheck.map((mark) => ({ label: 'To check', requested: '–', read: '', marks: [mark] })),
  ];
}

/** The payment as it was requested and as this desk read it, each mark in its line. */
export function readingLines({ reviewed, facts, maker, marks, row }: RequestReview): ReadingLine[] {
  if (reviewed === null) return changeLines(facts, marks);
  const { payee, amount, debitTotal, fee, narration, reference, balance } = reviewed;
  const placed = marks.map((mark, index) => ({ ...mark, index }));
  const at = (place: ReviewMark['place']) => placed.filter((mark) => mark.place === place);
  const bank = [payee.bankName, payee.bankBicOrCode].filter(Boolean).join(' ');
  const account = `${payee.accountNumber}${bank === '' ? '' : `, ${bank}`}`;
  const from = `${reviewed.accountName} ${reviewed.accountNumber}`.trim();
  const debit = fee ? formatMoney(debitTotal) : 'fee not known';
  const makersDebit = maker?.debit ? formatMoney(maker.debit) : 'fee not known';
  const line = (
    label: string,
    requested: string,
    read: string,
    marked: ReadingLine['marks'] = [],
  ): ReadingLine => ({ label, requested, read: read === requested ? same : read, marks: marked });
  return [
    line('Payee', row.payee, payee.name, at('payee')),
    line(
      'Account',
      maker?.hasSameDetails === false ? 'other details' : account,
      account,
      at('account'),
    ),
    line('Country', maker?.country ?? '–', payee.country, at('country')),
    line('Amount', formatMoney(amount), formatMoney(amount)),
    line('Leaves account', maker ? makersDebit : '–', debit, at('debit')),
    line('Pay from', from, from),
    line('Reference', reference, reference),
    ...(narration === '' ? [] : [line('Narration', narration, narration)]),
    ...reviewed.more.map(({ label, shown }) => line(label, shown, shown)),
    ...(balance.after ? [line('Available after', '–', formatMoney(balance.after))] : []),
    ...at('warning').map((mark) => line('To check', '–', '', [mark])),
  ];
}

/** `opened by Ada, 08:01, and Ben, 08:04`. */
export const openedText = ({ openedBy }: SendingDeskView): string =>
  openedBy.length === 0
    ? 'two persons open it for today'
    : `opened by ${openedBy.map(({ person, at }) => `${person}, ${instantText(at)}`).join(', and ')}${openedBy.length === 1 ? '; one more person opens it' : ''}`;

/** Where a run stopped, why, and what to do next. */
export function stopText({ sent, stop, left }: SendingRunView): string {
  const done = `${formatCount(sent)} sent.`;
  if (stop === null) return done;
  const behind = left === 0 ? '' : ` ${formatCount(left)} behind it were not tried.`;
  return `${done} Stopped at ${stop.reference}: ${stop.error.message}${behind} Open it, then send the rest.`;
}
