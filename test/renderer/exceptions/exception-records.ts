import { appError } from '../../../shared/errors.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import type { SubmissionDetail } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

export const exceptionItem = (given: Partial<ExceptionItem> = {}): ExceptionItem => ({
  exceptionId: 'returned:transfer-T-7:returned',
  kind: 'returned',
  urgency: 'now',
  title: 'Transfer to Oduya Foods',
  detail: 'The bank says “returned”: Account closed.',
  status: 'returned',
  amount: usd('18400.00'),
  since: '2026-11-18T09:00:00.000Z',
  next: 'Open the payment',
  place: { view: 'payments', reference: 'ref-returned' },
  submissionId: null,
  mayClose: true,
  ...given,
});

/** Sent, and no answer came; longer ago than the settle window. */
export const unanswered = exceptionItem({
  exceptionId: 'unknown:S-20411',
  kind: 'unknown',
  title: 'Transfer to Kestrel Logistics Ltd',
  detail: 'It may have gone through. The bank was asked 5 times: The bank’s list does not have it.',
  status: null,
  amount: usd('412900.55'),
  since: '2026-11-20T09:12:00.000Z',
  next: 'Look it up now',
  place: { view: 'payments', reference: '0198f3a2c1d47e5f8a90b1c2d3e4f506' },
  submissionId: 'S-20411',
  mayClose: false,
});

/** A payment that no claim of the team names, and that a colleague knows of. */
export const outside = exceptionItem({
  exceptionId: 'paid-outside:transfers T-90417:5d41',
  kind: 'paid-outside',
  title: 'Paid outside the team’s record: Harmattan Foods',
  detail:
    'The bank lists it as T-90417 of 20 Nov 2026, reference PORTAL-7, from account 30026712. No claim of the team names it. Ben Ade marked it as known on 20 Nov 2026: “ordered at the branch”. A second person has to confirm it.',
  status: null,
  amount: usd('4000.00'),
  since: '2026-11-20T09:20:00.000Z',
  next: 'Open the payment',
  place: { view: 'payments', reference: 'PORTAL-7' },
  mayClose: false,
});

/** Refused to one desk and accepted from another. */
export const contradicted = exceptionItem({
  exceptionId: 'contradicted:team contradicted 5d41',
  kind: 'contradicted',
  title: 'The bank refused INV-2026-45790 to one desk and accepted it from another',
  detail:
    'It refused it to the desk of Ben Osei and accepted it from the desk of Ada Merlin. Two copies of the team’s record were in use, or a machine was put back. It counts as accepted, and no desk sends it again. Ask the bank how often it has it.',
  status: null,
  amount: usd('6030.81'),
  since: '2026-11-20T09:10:00.000Z',
  next: 'Open the log',
  place: { view: 'team-log', search: '"INV-2026-45790"' },
});

const absent = exceptionItem({
  exceptionId: 'not-found:S-20388',
  kind: 'not-found',
  title: 'Remittance to Grace Wanjiru',
  detail:
    'It was sent, and the bank does not have it. The bank was asked 6 times: The statement of 30026712 does not show it.',
  status: null,
  amount: usd('250.00'),
  since: '2026-11-20T06:30:00.000Z',
  next: 'Send it again',
  place: { view: 'remittances' },
  submissionId: 'S-20388',
  mayClose: false,
});

const redDays = exceptionItem({
  exceptionId: 'red-day:30027781',
  kind: 'red-day',
  urgency: 'check',
  title: '3 days of Treasury EUR do not hold',
  detail: 'The first of them is 3 Oct 2026; its balance is off by 0.01 EUR there.',
  status: null,
  amount: { amount: '0.01', currency: 'EUR' },
  since: '2026-10-03T00:00:00.000Z',
  next: 'Open the statement',
  place: { view: 'statements', accountNumber: '30027781', from: '2026-10-03', to: '2026-10-09' },
  mayClose: false,
});

/** A payee whose name is on a list, without a decision. */
export const listedName = exceptionItem({
  exceptionId: 'listed-name:5b1e',
  kind: 'listed-name',
  urgency: 'check',
  title: 'Haroun Seldani Qorvan may be on a list of sanctions',
  detail:
    'The payee may be “HARUN SELDANI QORVAN” (UN Security Council consolidated list of 6 Nov 2026, TLi.001), 93 of 100: one letter otherwise in “Haroun”. Payments to it are held back, and 2 scheduled payments wait for it.',
  status: null,
  amount: null,
  since: '2026-11-19T11:40:00.000Z',
  next: 'Decide the match',
  place: { view: 'screening', matchId: 'm-1' },
  mayClose: false,
});

/** A stored list of sanctions that is older than a list should be. */
export const oldList = exceptionItem({
  exceptionId: 'old-list:un:L-1',
  kind: 'old-list',
  urgency: 'check',
  title: 'UN Security Council consolidated list is 45 days old',
  detail:
    'Its edition is of 6 Oct 2026. Names are compared with it as it stands; newer entries are missing.',
  status: null,
  amount: null,
  since: '2026-10-06',
  next: 'Add the newest edition',
  place: { view: 'screening' },
});

/** Some of every group, as the desk sorts them. */
export const everyGroup: readonly ExceptionItem[] = [
  exceptionItem({
    exceptionId: 'duplicated:S-20301',
    kind: 'duplicated',
    title: 'Transfer to Harmattan Foods Ltd',
    detail: 'The bank has it 2 times under one reference: T-811 and T-812.',
    status: null,
    amount: usd('1204.00'),
    since: '2026-11-19T15:02:00.000Z',
    next: 'Record the bank’s answer',
    place: { view: 'payments', reference: 'ref-twice' },
    submissionId: 'S-20301',
    mayClose: false,
  }),
  unanswered,
  absent,
  exceptionItem(),
  exceptionItem({
    exceptionId: 'stopped-batch:F-1:118',
    kind: 'stopped-batch',
    urgency: 'check',
    title: 'payroll-november-lagos-and-nairobi.csv stopped half way',
    detail: 'The bank could not be reached. 118 of its 240 lines were not sent.',
    status: null,
    amount: null,
    since: '2026-11-20T08:55:00.000Z',
    next: 'Resume file',
    place: { view: 'batches', batchId: 'F-1' },
  }),
  exceptionItem({
    exceptionId: 'changed-payee:B-1',
    kind: 'changed-payee',
    urgency: 'check',
    title: 'Bank details of Marula GmbH changed',
    detail:
      'Since the last payment on 2 Nov 2026, the account number and the bank changed; the payee waits for a second look.',
    status: null,
    amount: null,
    since: '2026-11-19T11:20:00.000Z',
    next: 'Compare the details',
    place: { view: 'beneficiaries', entityId: 'B-1' },
    mayClose: false,
  }),
  redDays,
  exceptionItem({
    exceptionId: 'unknown:S-20419',
    kind: 'unknown',
    urgency: 'watch',
    title: 'Sell 400,000.00 EUR for USD',
    detail: 'It may have gone through. The bank was not asked for it yet.',
    status: null,
    amount: { amount: '400000.00', currency: 'EUR' },
    since: '2026-11-20T09:43:40.000Z',
    next: 'Look it up now',
    place: { view: 'conversions' },
    submissionId: 'S-20419',
    mayClose: false,
  }),
  exceptionItem({
    exceptionId: 'refused:S-20370:2026-11-20T07:00:00.000Z',
    kind: 'refused',
    urgency: 'nothing',
    title: 'Transfer to Acme Payroll',
    detail: 'The bank said no: “The limit for one order in USD is 10000000.00 USD”.',
    status: null,
    amount: usd('12000000.00'),
    since: '2026-11-20T07:00:00.000Z',
    next: 'Open it',
    place: { view: 'payments', reference: 'ref-refused' },
    submissionId: 'S-20370',
  }),
  exceptionItem({
    exceptionId: 'expiring-document:C-1/D-1:expiring',
    kind: 'expiring-document',
    urgency: 'ahead',
    title: 'Proof of address of Brightwater Logistics Holdings',
    detail: 'It expires in 12 days, on 2 Dec 2026.',
    status: null,
    amount: null,
    since: '2026-10-01T00:00:00.000Z',
    next: 'Open the sub-client',
    place: { view: 'sub-clients', entityId: 'C-1' },
  }),
];

const states = {
  unknown: { state: 'unknown', maySettle: true },
  duplicated: { state: 'unknown', maySettle: true },
  'not-found': { state: 'not-found', mayRepeat: true },
  'not-sent': { state: 'not-sent', mayRepeat: true },
  refused: { state: 'refused' },
} as const;

/** What the desk keeps of an exception's submission. */
export function detailOf(
  { kind, title, amount, submissionId, since, urgency }: ExceptionItem,
  given: Partial<SubmissionDetail> = {},
): SubmissionDetail {
  // A submission is open since a moment, never since a day.
  const at: string = since;
  const standing = Object.hasOwn(states, kind) ? states[kind as keyof typeof states] : {};
  return {
    ...submissionRecord({
      submissionId: submissionId ?? '',
      operation: 'createSingleTransfer',
      lastAttemptAt: at,
      createdAt: at,
      lookups: urgency === 'watch' ? 0 : 5,
      nextLookupAt: urgency === 'watch' ? '2026-11-20T09:44:40.000Z' : null,
      error:
        kind === 'refused'
          ? appError('bank.refused', 'c-20370', {
              bank: { status: 422, message: 'The limit for one order in USD is 10000000.00 USD' },
            })
          : appError(kind === 'duplicated' ? 'outcome.duplicated' : 'outcome.unknown', 'c-20411'),
      about: {
        title,
        amount,
        accountNumber: '30026712',
        counterparty: title.split(' to ')[1] ?? null,
        counterpartyId: 'B-1',
        bankDetails: { accountNumber: '0123456712', bankName: 'Equity Bank' },
      },
      ...standing,
      ...(urgency === 'watch' ? { maySettle: false } : {}),
    }),
    history: [
      { at, event: 'attempt', words: 'unknown' },
      {
        at: '2026-11-20T09:12:02.000Z',
        event: 'lookup',
        words: 'The bank’s list does not have it.',
      },
      {
        at: '2026-11-20T09:12:07.000Z',
        event: 'lookup',
        words: 'The bank’s list does not have it.',
      },
      {
        at: '2026-11-20T09:13:02.000Z',
        event: 'person',
        words: 'Ada Desk: The desk at Example Bank, ticket 4411',
      },
    ],
    ...given,
  };
}

/** A desk with these exceptions. */
/** A payment of another desk that the bank lists, like the one that is sent again. */
const listedTwin: PaymentWarning = {
  kind: 'duplicate',
  weight: 'confirm',
  message:
    'The same amount to the same payee was sent within a day: at 2026-11-20 08:41 UTC from elsewhere, transfer T-71204, reference INV-2026-118, 250.00 USD, BOOKED.',
  twins: [{ name: 'INV-2026-118', id: 'T-71204' }],
};

export const exceptionAnswers = (items: readonly ExceptionItem[] = everyGroup): Answers => ({
  'exceptions.list': () => ok({ items }),
  'desk.needs': () => ok({ received: true }),
  'exceptions.close': ({ exceptionIds }) =>
    ok({ act: 3, changed: exceptionIds.length, skipped: [] }),
  'submissions.reviewAgain': () => ok({ warnings: [listedTwin] }),
  'submissions.get': ({ submissionId }) =>
    ok(detailOf(items.find((item) => item.submissionId === submissionId) ?? unanswered)),
});
