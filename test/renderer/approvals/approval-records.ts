import type {
  ApprovalsView,
  RequestReview,
  RequestRow,
  ReviewMark,
} from '../../../shared/ipc/approvals.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { paymentView, reviewOf } from '../payments/payment-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { teamAnswers, teamOfThree } from '../team/team-records.ts';

const digestOf = (letter: string): string => letter.repeat(64);

export const requestRow = (letter: string, given: Partial<RequestRow> = {}): RequestRow => ({
  ...{
    request: digestOf(letter),
    part: 'mine',
    payments: 1,
    many: null,
    reference: `PAY-70145${letter}`,
  },
  ...{ beneficiaryId: 'B-1', payee: 'Copperline Cables SA' },
  amount: { amount: '48600.00', currency: 'EUR' },
  maker: { person: 'Ben Osei', at: '2026-11-24T08:52:00.000Z', n: 4_060 },
  isOwn: false,
  words: 'Balance of the October order, agreed with purchasing.',
  until: '2026-12-01T08:52:00.000Z',
  needs: [
    { role: 'checker', count: 2, has: 1, when: 'more than 10000 EUR' },
    { role: 'lead', count: 1, has: 1, when: 'a new payee' },
  ],
  signatures: [{ person: 'Nadia Petrova', at: '2026-11-24T09:12:00.000Z', n: 4_069 }],
  ...{ discounted: [], mayApprove: ['Ada Merlin', 'Chidi Adeyemi'], ended: null },
  ...given,
});

export const mine = requestRow('1');
export const others = requestRow('2', {
  ...{ part: 'others', payee: 'Safari Freight & Forwarding Ltd', isOwn: true },
  maker: { person: 'Ada Merlin', at: '2026-11-24T09:05:00.000Z', n: 4_062 },
  ...{ amount: { amount: '184000.00', currency: 'KES' }, mayApprove: ['Chidi Adeyemi'], words: '' },
  needs: [{ role: 'any', count: 1, has: 0, when: 'everything' }],
  signatures: [],
});
export const approved = requestRow('3', {
  ...{ part: 'approved', payee: 'Harmattan Energy Ltd', isOwn: true, mayApprove: [] },
  maker: { person: 'Ada Merlin', at: '2026-11-23T16:40:00.000Z', n: 4_031 },
  amount: { amount: '2140000.00', currency: 'NGN' },
  needs: [{ role: 'checker', count: 1, has: 1, when: 'more than 1000000 NGN' }],
});
export const refused = requestRow('4', {
  ...{ part: 'ended', payee: 'Gulf Crest Shipping KSCC', mayApprove: [] },
  ended: {
    ...{ is: 'refused', words: 'not our order' },
    by: { person: 'Ada Merlin', at: '2026-11-24T09:40:00.000Z', n: 4_071 },
  },
});

export const accountMark: ReviewMark = {
  place: 'account',
  message: 'The bank has other details of this payee now than Ben Osei read.',
};
const debitMark: ReviewMark = {
  place: 'debit',
  message: '48,614.00 EUR leaves the account now; Ben Osei read 48,612.00 EUR.',
};
const twinMark: ReviewMark = {
  place: 'warning',
  message: 'Copperline Cables SA was paid the same amount at 08:31: PAY-701001.',
};

/** A reading of a request; without marks it agrees with the maker's. */
export function reviewAs(row: RequestRow, marks: readonly ReviewMark[] = []): RequestReview {
  const { reference } = row;
  const amount = row.amount ?? { amount: '1.00', currency: 'EUR' };
  const { currency } = amount;
  const debit = { amount: String(Number(amount.amount) + 14), currency };
  const reviewed = reviewOf({
    ...{ reference, accountNumber: '30026712', beneficiaryId: 'B-1', narration: 'INV-2026-30577' },
  });
  const hasMark = (place: ReviewMark['place']): boolean =>
    marks.some((mark) => mark.place === place);
  return {
    ...{ review: '0d8b7a52-61c2-4c6a-9a53-d8a1c6f0b7e1', row, marks, isBlocked: false },
    readAt: '2026-11-24T09:41:00.000Z',
    reviewed: {
      ...{ ...reviewed, amount, debitTotal: { ...debit, amount: `${debit.amount}.00` } },
      payee: { ...reviewed.payee, name: row.payee },
      balance: { before: null, after: { amount: '2987431.89', currency } },
    },
    maker: {
      ...{ hasSameDetails: !hasMark('account'), country: reviewed.payee.country },
      debit: {
        amount: `${String(Number(debit.amount) - (hasMark('debit') ? 2 : 0))}.00`,
        currency,
      },
    },
  };
}

export const allRequests = [mine, others, approved, refused];

/** A desk of a team with these requests; the first mine has two differences and a twin. */
export function approvalAnswers(
  requests: readonly RequestRow[] = allRequests,
  more: Answers = {},
  view: Partial<ApprovalsView> = {},
): Answers {
  const rowOf = (request: string): RequestRow =>
    requests.find((row) => row.request === request) ?? mine;
  return {
    ...teamAnswers(teamOfThree),
    'approvals.counts': () =>
      ok({ isUsed: true, waiting: requests.filter(({ part }) => part === 'mine').length }),
    'approvals.view': () => ok({ isUsed: true, problem: null, requests, ...view }),
    'approvals.review': ({ request }) => {
      const row = rowOf(request);
      return ok(reviewAs(row, row === mine ? [accountMark, debitMark, twinMark] : []));
    },
    'approvals.approve': ({ request }) => ok({ ...rowOf(request), part: 'approved' }),
    'approvals.refuse': ({ request }) => ok({ ...rowOf(request), part: 'ended' }),
    'approvals.withdraw': ({ request }) => ok({ ...rowOf(request), part: 'ended' }),
    'approvals.send': ({ request }) =>
      ok(paymentView('accepted', { reference: rowOf(request).reference })),
    ...more,
  };
}

/** The bank does not answer the reading. */
export const unreadAnswers = approvalAnswers(allRequests, {
  'approvals.review': () => fail('network.unreachable', 'c-7'),
});
