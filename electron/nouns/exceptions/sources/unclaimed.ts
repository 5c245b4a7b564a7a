import { dayOf } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import type { ExceptionPlace } from '../../../../shared/ipc/review/exceptions.ts';
import type { FindingReason } from '../../unclaimed/findings.ts';
import type { UnclaimedOrder } from '../../unclaimed/open-orders.ts';
import { exceptionId, type Finding, type Source } from './exception.ts';

/** Orders in the bank's lists that no claim of the team accounts for. */
export const paidOutside: Source = ({ unclaimed }) =>
  (unclaimed?.() ?? []).filter(({ isSettled }) => !isSettled).map(findingOf);

/** Returns the id of its exception; an order that the bank has changed in its list since gets another id. */
export const unclaimedId = ({ list, id, digest }: UnclaimedOrder): string =>
  exceptionId('paid-outside', `${list} ${id}`, digest);

const titles: Readonly<Record<FindingReason, readonly [payment: string, conversion: string]>> = {
  unclaimed: ['Paid outside the team’s record', 'Converted outside the team’s record'],
  released: ['Paid although its claim had ended', 'Converted although its claim had ended'],
  repeated: ['Paid more than once under one claim', 'Converted more than once under one claim'],
  different: ['Paid otherwise than claimed', 'Converted otherwise than claimed'],
  'claimed-later': [
    'Paid before it was claimed in the team’s record',
    'Converted before it was claimed in the team’s record',
  ],
};

function findingOf(order: UnclaimedOrder): Finding {
  const { list, reason, facts, foundAt } = order;
  const title = titles[reason][list === 'trades' ? 1 : 0];
  return {
    exceptionId: unclaimedId(order),
    kind: 'paid-outside',
    title: facts.payee === '' ? title : `${title}: ${facts.payee}`,
    detail: [listedText(order), reasonText(order), marksText(order)].filter(Boolean).join(' '),
    status: null,
    amount: facts.amount,
    since: foundAt,
    next: list === 'trades' ? 'Open the conversion' : 'Open the payment',
    place: placeOf(order),
    submissionId: null,
  };
}

const placeOf = ({ list, id, facts }: UnclaimedOrder): ExceptionPlace =>
  list === 'trades'
    ? { view: 'conversions', tradeId: id }
    : { view: 'payments', reference: facts.reference || id };

/** `The bank lists it as T-17 of 20 Nov 2026, reference INV-9, from account 0690000031.` */
function listedText({ id, facts: { reference, at, accountNumber } }: UnclaimedOrder): string {
  const time = at === null ? Number.NaN : Date.parse(at);
  return [
    `The bank lists it as ${id}`,
    Number.isNaN(time) ? '' : ` of ${fullDay(dayOf(new Date(time).toISOString()))}`,
    reference === '' ? ', without a reference' : `, reference ${reference}`,
    accountNumber === '' ? '' : `, from account ${accountNumber}`,
    '.',
  ].join('');
}

function reasonText({ reason, claimed }: UnclaimedOrder): string {
  const by = claimed === null || claimed.by === '' ? 'A desk of the team' : claimed.by;
  switch (reason) {
    case 'unclaimed':
      return 'No claim of the team names it.';
    case 'released':
      return `${by} claimed it, and recorded that no money left.`;
    case 'repeated':
      return `${by} claimed one payment under this reference, and the bank lists more.`;
    case 'different':
      return `${by} claimed another amount or payee under this reference.`;
    case 'claimed-later':
      return `${by} claimed it only after the bank had it.`;
  }
}

function marksText({ marks }: UnclaimedOrder): string {
  const [first] = marks;
  return first === undefined
    ? ''
    : `${first.by} marked it as known on ${fullDay(dayOf(first.at))}: “${first.text}”. A second person has to confirm it.`;
}
