import type { PreparedView } from '../../../../shared/ipc/review/closes.ts';
import { ok } from '../../../../shared/result.ts';
import {
  accountMark,
  approvalAnswers,
  changeReview,
  conversion,
  others,
  payeeChange,
  requestRow,
  reviewAs,
} from '../../approvals/approval-records.ts';
import { rulesAnswers, rulesView } from '../../approvals/approval-rules-records.ts';
import { closeHandlers, closeView } from '../../closes/close-records.ts';
import { quoteRecord } from '../../conversions/conversion-records.ts';
import { paymentView } from '../../payments/payment-records.ts';
import { everything } from '../everything.ts';
import type { Answers } from '../fake-bridge.ts';
import { asOf } from '../statement-records.ts';

const forTwo = { isRequired: true, canRequire: true, waivedBy: null };
const prepared: PreparedView = {
  ...{ actId: 'p-1', by: 'Ben Osei', at: asOf, act: 'close', isOwn: false, reason: '' },
  ...{ open: [], differences: [] },
};
const differences = [
  { accountNumber: '', what: 'Open point: entries not read', prepared: 'none', here: '2' },
  {
    ...{ accountNumber: '30026712', what: 'Closing balance' },
    ...{ prepared: '2,036,045.89 EUR', here: '2,036,045.90 EUR' },
  },
];

const limit = { ...conversion, part: 'approved', isOwn: true, canApprove: false } as const;
const limitFacts = [
  { label: 'Sell', value: '250,000.00 EUR', now: '250,000.00 EUR' },
  { label: 'Buy', value: 'USD', now: '271,250.00 USD' },
  { label: 'Worst rate, fee included', value: '1.0800 USD for 1 EUR', now: null },
  { label: 'Rate now', value: '–', now: '1.0850' },
  { label: 'Pay from', value: '30026712', now: null },
];
const detailsFacts = [
  { label: 'Name', value: 'Copperline Cables SA', now: 'Copperline Cables SA' },
  { label: 'Account number', value: 'ES7921000813610123456789', now: 'ES9121000418450200051332' },
  { label: 'Bank', value: 'CAIXESBB', now: 'CAIXESBB' },
];
const held = requestRow('8', {
  ...{ canApprove: false, mayApprove: [], needs: [], signatures: [] },
  held: {
    why: 'The bank details are new to the team. A second person must release them before they are paid.',
    canRelease: true,
  },
});
const [proposal] = rulesView().proposals;
const waiting = proposal
  ? [
      proposal,
      {
        ...{ ...proposal, proposal: 'a'.repeat(64), rules: null, isOwn: false },
        desk: 'Tomasz Zieliński',
      },
      {
        ...{ ...proposal, proposal: 'b'.repeat(64), rules: null },
        decision: 'to take over INV-2026-45790, which may be sent again: the bank does not have it',
      },
      { ...proposal, proposal: 'c'.repeat(64), isOwn: true, signed: ['Ada Merlin'] },
    ]
  : [];

/** Approvals by two persons, and what leads to them: by the name of the scene. */
export const approvalScenes: Readonly<Record<string, Answers>> = {
  /** A close that a colleague prepared: with the same figures, and with others. */
  closePrepared: closeHandlers(closeView({ secondPerson: forTwo, prepared })),
  closeDiffers: closeHandlers(
    closeView({ secondPerson: forTwo, prepared: { ...prepared, differences } }),
  ),
  /** Forms of other changes, for which a rule asks two approvals. */
  changeNeeds: {
    ...everything,
    ...approvalAnswers([], {
      'approvals.changeNeeds': () =>
        ok({
          needs: [
            { role: 'checker', count: 2, has: 0, when: 'more than 10,000.00 EUR' },
            { role: 'lead', count: 1, has: 0, when: 'a new payee' },
          ],
          mayApprove: ['Ben Osei', 'Chidi Adeyemi', 'Nadia Petrova'],
        }),
      'approvals.requestChange': () => ok(others),
    }),
  },
  /** An approved conversion, and its price. */
  approvalsConversion: {
    ...everything,
    ...approvalAnswers([limit], {
      'approvals.review': () => ok(changeReview(limit, limitFacts)),
      'approvals.price': () => ok(quoteRecord({ coversIt: false })),
      'approvals.trade': () => ok(paymentView('accepted', { reference: 'FX-2041' })),
    }),
  },
  /** A change of bank details, and a payee that waits for its release. */
  approvalsChange: {
    ...everything,
    ...approvalAnswers([payeeChange, held], {
      'approvals.review': ({ request }) =>
        ok(
          request === held.request
            ? reviewAs(held, [accountMark])
            : changeReview(payeeChange, detailsFacts, [
                {
                  place: 'warning',
                  message:
                    'The bank has something else in its place now than Ben Osei read: compare it with the paper.',
                },
              ]),
        ),
    }),
  },
  /** Rules with both safeguards; proposals, a desk and a decision that wait. */
  approvalRulesStrict: {
    ...everything,
    ...rulesAnswers(
      rulesView({
        inForce: {
          ...{ version: 3, admins: 2, zone: 'Europe/Berlin', limits: [], rates: [] },
          ...{ rules: rulesView().inForce?.rules ?? [], sendingDesks: 'only' },
          payeeRelease: 'second-person',
        },
        proposals: waiting,
      }),
    ),
  },
};
