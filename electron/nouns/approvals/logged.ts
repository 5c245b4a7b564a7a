import type { ReadAct } from '../../engines/acts/read-act.ts';
import { loggedKind, type LoggedItem, type LoggedKind } from '../../engines/act-log/logged-kind.ts';
import { loggedClaims } from '../people/logged.ts';
import {
  ApproveContent,
  ClaimContent,
  DelegateContent,
  InvoicePieceContent,
  invoicePieceKind,
  OpenSendingContent,
  ProposeContent,
  RefuseContent,
  ReleasePayeeContent,
  RequestContent,
  RulesContent,
  WithdrawContent,
} from './contents.ts';
import { orderOf, requestedOrderOf, type Order } from './order.ts';

/** The short name of an act in the log: the beginning of its digest. */
const shortDigest = (digest: string): string => digest.slice(0, 8);

/** The amount that a signed payload names; null where it names none. */
const signedMoney = ({ money }: Order): LoggedItem['money'] =>
  money === null || money === 'unknown' ? null : { ...money, source: 'act' };

const orderText = ({ operation, account, payee }: Order): string =>
  [
    operation,
    ...(account === '' ? [] : [`from account ${account}`]),
    ...(payee === '' ? [] : [`to payee ${payee}`]),
  ].join(' ');

/** The amounts of the orders that a claim signs itself; a claim of a request has its amount in the request. */
const claimMoney = (content: ReadAct['content']): LoggedItem['money'][] =>
  (ClaimContent.safeParse(content).data?.payments ?? []).map((payment) =>
    'past' in payment || payment.order === null
      ? null
      : signedMoney(orderOf(payment.order.operation, payment.order.payload, payment.order.trade)),
  );

/** The logged kinds of acts of approvals, and of claims. */
export const loggedOfApprovals: readonly LoggedKind[] = [
  loggedClaims('claim', 'claimed payments', claimMoney),
  loggedKind(
    'approval-rules',
    'proposed approval rules',
    RulesContent,
    ({ version, rules, admins }, _knowledge, { digest }) => [
      `Rules ${shortDigest(digest)}, version ${String(version)}: ${String(rules.length)} rules, signatures of administrators for the next: ${String(admins)}.`,
    ],
  ),
  loggedKind(
    'propose',
    'proposed a decision',
    ProposeContent,
    (proposed, _knowledge, { digest }) => [
      'ends' in proposed
        ? `Decision ${shortDigest(digest)}: to end the team.`
        : `Decision ${shortDigest(digest)}: to take over payment ${proposed.takesOver}, ${proposed.outcome === 'accepted' ? 'which the bank has' : 'which the bank does not have'}.`,
    ],
  ),
  loggedKind(
    'request',
    'requested approval',
    RequestContent,
    ({ operation, lines, until }, _knowledge, { digest }) =>
      lines.map(({ reference, payload }) => {
        const order = requestedOrderOf(operation, payload);
        const about = `Request ${shortDigest(digest)}, payment ${reference}: ${orderText(order)}, until ${until}.`;
        return { about, money: signedMoney(order) };
      }),
  ),
  loggedKind(
    invoicePieceKind,
    'added an invoice for those who approve',
    InvoicePieceContent,
    ({ sha256, piece }) => [`Invoice with SHA-256 ${sha256}, piece ${String(piece + 1)}.`],
  ),
  loggedKind('approve', 'approved', ApproveContent, ({ of, premises }) => {
    const approved = premises.filter((premise) => premise !== null).length;
    const lines =
      premises.length === 0 ? '' : `, ${String(approved)} of ${String(premises.length)} payments`;
    return [`Act ${shortDigest(of)}${lines}.`];
  }),
  loggedKind('refuse', 'refused', RefuseContent, ({ of, words }) => [
    `Act ${shortDigest(of)}: “${words}”`,
  ]),
  loggedKind('withdraw', 'withdrew', WithdrawContent, ({ of }) => [`Act ${shortDigest(of)}.`]),
  loggedKind(
    'delegate',
    'delegated approval',
    DelegateContent,
    ({ to, begins, ends, limit }, _knowledge, { digest }) => [
      {
        about: `Delegation ${shortDigest(digest)} to ${to}, from ${begins} to ${ends}.`,
        money: limit && { ...limit, source: 'act' },
      },
    ],
  ),
  loggedKind(
    'open-sending',
    'opened a sending desk',
    OpenSendingContent,
    ({ login, day }, _knowledge, { digest }) => [
      `Opening ${shortDigest(digest)} of the desk of login ${login}, for ${day}.`,
    ],
  ),
  loggedKind('release-payee', 'released a payee', ReleasePayeeContent, ({ payee, details }) => [
    `Payee ${payee}, bank details ${shortDigest(details)}.`,
  ]),
];
