import type {
  ApprovalStep,
  ApprovalsView,
  RequestReview,
  RequestRow,
  ReviewMark,
  SendingDeskView,
} from '../../../shared/ipc/approvals.ts';
import type { LinesReview, ReviewedLineRow } from '../../../shared/ipc/approval-lines.ts';
import { fail } from '../../../shared/errors.ts';
import type { InvoiceFile } from '../../../shared/ipc/changes/invoices.ts';
import { add, money, moneyOfUnits } from '../../../shared/money/money.ts';
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
    { role: 'checker', count: 2, has: 1, when: 'more than 10,000.00 EUR' },
    { role: 'lead', count: 1, has: 1, when: 'a new payee' },
  ],
  signatures: [{ person: 'Nadia Petrova', at: '2026-11-24T09:12:00.000Z', n: 4_069 }],
  ...{ discounted: [], mayApprove: ['Ada Merlin', 'Chidi Adeyemi'], ended: null },
  ...{ operation: 'createSingleTransfer', kind: 'Payment' },
  about: `to ${given.payee ?? 'Copperline Cables SA'}`,
  ...{ canApprove: (given.part ?? 'mine') === 'mine', held: null },
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
  needs: [{ role: 'checker', count: 1, has: 1, when: 'more than 1,000,000.00 NGN' }],
});
export const refused = requestRow('4', {
  ...{ part: 'ended', payee: 'Gulf Crest Shipping KSCC', mayApprove: [] },
  ended: {
    ...{ is: 'refused', words: 'not our order' },
    by: { person: 'Ada Merlin', at: '2026-11-24T09:40:00.000Z', n: 4_071 },
  },
});

/** A conversion that Ben requests as a limit. */
export const conversion = requestRow('5', {
  ...{ operation: 'lockRate', kind: 'Conversion', about: 'to USD at 1.0800 or better' },
  ...{ reference: 'FX-2041', beneficiaryId: '', payee: '', words: 'For the November freight.' },
  amount: { amount: '250000.00', currency: 'EUR' },
});
/** A change of a payee that Ben requests. */
export const payeeChange = requestRow('6', {
  ...{ operation: 'updateBeneficiary', kind: 'Change of payee', about: 'Copperline Cables SA' },
  ...{ reference: 'PAYEE-17', amount: null, words: 'New bank since October.' },
});

/** The reading of a request that is no payment. */
export const changeReview = (
  row: RequestRow,
  facts: RequestReview['facts'],
  marks: readonly ReviewMark[] = [],
): RequestReview => ({
  ...reviewAs(row, marks),
  ...{ reviewed: null, maker: null, facts },
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
  const hasMark = (place: ReviewMark['place']): boolean =>
    marks.some((mark) => mark.place === place);
  const fee = money('14.00', currency);
  const debitTotal = add(amount, fee);
  const makerDebit = hasMark('debit') ? add(debitTotal, money('-2.00', currency)) : debitTotal;
  const reviewed = reviewOf({
    ...{ reference, accountNumber: '30026712', beneficiaryId: 'B-1', narration: 'INV-2026-30577' },
  });
  return {
    ...{ review: '0d8b7a52-61c2-4c6a-9a53-d8a1c6f0b7e1', row, marks, facts: [], isBlocked: false },
    readAt: '2026-11-24T09:41:00.000Z',
    reviewed: {
      ...{ ...reviewed, amount, debitTotal },
      payee: { ...reviewed.payee, name: row.payee },
      balance: { before: null, after: { amount: '2987431.89', currency } },
    },
    maker: {
      ...{ hasSameDetails: !hasMark('account'), country: reviewed.payee.country },
      debit: makerDebit,
    },
  };
}

export const allRequests = [mine, others, approved, refused];

/** The life of a payment in the team. */
const paymentSteps: readonly ApprovalStep[] = [
  { did: 'requested', person: 'Ada Merlin', desk: '', words: 'October order', n: 3_867 },
  { did: 'approved', person: 'Ben Osei', desk: 'BBBBBBBB', words: '', n: 3_868 },
  { did: 'claimed', person: 'Ada Merlin', desk: '', words: '', n: 3_870 },
].map((step, place) => ({
  ...(step as ApprovalStep),
  at: `2026-11-19T08:4${String(place)}:30.000Z`,
}));

/** The invoice that went with the first request of mine. */
export const invoiceOfMine: InvoiceFile = {
  ...{ invoiceId: 'd0f3a1b2-7a57-4f0e-9a55-1c5b6a1c8d11', fileName: 'Copperline RE-2026-117.pdf' },
  ...{ mediaType: 'application/pdf', sizeBytes: 214_880, sha256: 'a3'.repeat(32) },
  ...{ addedAt: '2026-11-24T09:12:00.000Z', addedBy: 'Ben Osei' },
};

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
    'approvals.steps': () => ok({ steps: paymentSteps }),
    'approvals.view': () => ok({ isUsed: true, problem: null, requests, sending: null, ...view }),
    'approvals.review': ({ request }) => {
      const row = rowOf(request);
      return ok(reviewAs(row, row === mine ? [accountMark, debitMark, twinMark] : []));
    },
    'invoices.ofPayment': ({ reference }) =>
      ok({ files: reference === mine.reference ? [invoiceOfMine] : [] }),
    'approvals.approve': ({ request }) => ok({ ...rowOf(request), part: 'approved' }),
    'approvals.refuse': ({ request }) => ok({ ...rowOf(request), part: 'ended' }),
    'approvals.withdraw': ({ request }) => ok({ ...rowOf(request), part: 'ended' }),
    'approvals.send': ({ request }) =>
      ok(paymentView('accepted', { reference: rowOf(request).reference })),
    ...more,
  };
}

const reviewId = '4f0c1f0e-6a34-4f9d-8f6e-2f9d0b3f6a11';

/** A request of a file with so many payments of 76.50 EUR. */
export const fileRow = (letter: string, payments: number, given: Partial<RequestRow> = {}) =>
  requestRow(letter, {
    ...{ payments, amount: null, payee: '', words: 'suppliers-24-nov.csv' },
    many: {
      totals: [moneyOfUnits(765_000n * BigInt(payments), 'EUR')],
      ...{ sent: 0, excluded: 0, toSend: 0, batchId: null },
    },
    ...given,
  });

/** A reading of the payments of these requests; the first `marked` must be opened. */
export function linesAnswers(requests: readonly RequestRow[], marked: number): Answers {
  const rowOf = (digest: string): RequestRow =>
    requests.find(({ request }) => request === digest) ?? mine;
  let rows: ReviewedLineRow[] = [];
  return {
    'approvals.reviewLines': ({ requests: digests }) => {
      const chosen = digests.map(rowOf);
      rows = chosen
        .flatMap((row) => Array.from({ length: row.payments }, () => row))
        .map((row, place) => lineRow(row, place, place < marked));
      const review: LinesReview = {
        ...{ review: reviewId, requests: chosen, readAt: '2026-11-24T09:41:00.000Z' },
        ...{ lines: rows.length, toOpen: marked, problems: 0, withoutFee: 0, isUnlisted: false },
        totals: [
          {
            amount: { amount: '38250.00', currency: 'EUR' },
            payments: rows.length,
            fees: { amount: '120.00', currency: 'EUR' },
          },
        ],
      };
      return ok(review);
    },
    'approvals.lines': ({ index, limit }) =>
      ok({ index, total: rows.length, rows: rows.slice(index, index + limit) }),
    'approvals.approveLines': () =>
      ok({
        approved: requests.map((row) => ({ ...row, part: 'approved' as const })),
        failed: null,
      }),
  };
}

const lineRow = ({ request }: RequestRow, place: number, isMarked: boolean): ReviewedLineRow => ({
  ...{ place, request, reference: `RUN-11-${String(place + 1).padStart(3, '0')}` },
  ...{ payFrom: '30026712', payee: `Supplier ${String(place + 1)}`, problem: null },
  account: 'NL91 ABNA 0417 1643 00, ABN AMRO ABNANL2A NLD',
  amount: { amount: '76.50', currency: 'EUR' },
  fee: { amount: '0.24', currency: 'EUR' },
  marks: isMarked ? ['The team has not paid this payee with these bank details before.'] : [],
});

/** The bank does not answer the reading. */
export const unreadAnswers = approvalAnswers(allRequests, {
  'approvals.review': () => fail('network.unreachable', 'c-7'),
});

const manyRequests = [
  fileRow('5', 500),
  ...['Copperline Cables SA', 'Lagoon Marine Services Ltd', 'Sable Trading Company'].map(
    (payee, place) =>
      requestRow('6', {
        ...{ request: digestOf(String(place + 7)), payee, reference: `PAY-70146${String(place)}` },
        amount: { amount: '76.50', currency: 'EUR' },
      }),
  ),
];

/** A file of 500 payments with two marks, and three single requests. */
export const fileAnswers = approvalAnswers(manyRequests, linesAnswers(manyRequests, 2));

const ada = { person: 'Ada Merlin', at: '2026-11-24T07:58:00.000Z', n: 4_050 };

/** A sending desk that one of two persons has opened. */
export const sendingDesk: SendingDeskView = {
  ...{ login: 'nostro_office', person: 'Olga Lindqvist', isOwn: false, isOpen: false },
  ...{ openedBy: [ada], canOpen: true },
};
