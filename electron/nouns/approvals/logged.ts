import type { ReadAct } from '../../engines/acts/read-act.ts';
import { aboutOnly, type LoggedItem, type LoggedKind } from '../../engines/act-log/logged-kind.ts';
import { loggedClaims } from '../people/logged.ts';
import {
  ApproveContent,
  ClaimContent,
  DelegateContent,
  RefuseContent,
  RequestContent,
  RulesContent,
  WithdrawContent,
} from './contents.ts';
import { orderOf, type Order } from './order.ts';

/** What an approval, a refusal and a withdrawal name, and what a request is called: the beginning of its digest. */
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

function requestItems({ content, digest }: ReadAct): readonly LoggedItem[] {
  const { data } = RequestContent.safeParse(content);
  if (data === undefined) return [];
  const { operation, lines, until } = data;
  return lines.map(({ reference, payload }) => {
    const order = orderOf(operation, payload);
    const about = `Request ${shortDigest(digest)}, payment ${reference}: ${orderText(order)}, until ${until}.`;
    return { about, money: signedMoney(order) };
  });
}

function approvalItems({ content }: ReadAct): readonly LoggedItem[] {
  const { data } = ApproveContent.safeParse(content);
  if (data === undefined) return [];
  const { of, premises } = data;
  const approved = premises.filter((premise) => premise !== null).length;
  const lines =
    premises.length === 0 ? '' : `, ${String(approved)} of ${String(premises.length)} payments`;
  return [aboutOnly(`Act ${shortDigest(of)}${lines}.`)];
}

/** The signed order of a claim that needs no request; a claim of a request has its amount there. */
function claimMoney(content: ReadAct['content'], place: number): LoggedItem['money'] {
  const order = ClaimContent.safeParse(content).data?.payments[place]?.order ?? null;
  return order === null ? null : signedMoney(orderOf(order.operation, order.payload));
}

/** How acts of approvals, and claims under them, read in the log. */
export const loggedOfApprovals: readonly LoggedKind[] = [
  loggedClaims('claim', 'claimed payments', claimMoney),
  {
    ...{ kind: 'approval-rules', label: 'proposed approval rules' },
    itemsOf: ({ content, digest }) => {
      const { data } = RulesContent.safeParse(content);
      if (data === undefined) return [];
      const { version, rules, admins } = data;
      return [
        aboutOnly(
          `Rules ${shortDigest(digest)}, version ${String(version)}: ${String(rules.length)} rules, signatures of administrators for the next: ${String(admins)}.`,
        ),
      ];
    },
  },
  { ...{ kind: 'request', label: 'requested approval' }, itemsOf: requestItems },
  { ...{ kind: 'approve', label: 'approved' }, itemsOf: approvalItems },
  {
    ...{ kind: 'refuse', label: 'refused' },
    itemsOf: ({ content }) => {
      const { data } = RefuseContent.safeParse(content);
      return data === undefined ? [] : [aboutOnly(`Act ${shortDigest(data.of)}: “${data.words}”`)];
    },
  },
  {
    ...{ kind: 'withdraw', label: 'withdrew' },
    itemsOf: ({ content }) => {
      const { data } = WithdrawContent.safeParse(content);
      return data === undefined ? [] : [aboutOnly(`Act ${shortDigest(data.of)}.`)];
    },
  },
  {
    ...{ kind: 'delegate', label: 'delegated approval' },
    itemsOf: ({ content, digest }) => {
      const { data } = DelegateContent.safeParse(content);
      if (data === undefined) return [];
      const { to, begins, ends, limit } = data;
      const about = `Delegation ${shortDigest(digest)} to ${to}, from ${begins} to ${ends}.`;
      return [{ about, money: limit && { ...limit, source: 'act' } }];
    },
  },
];
