import { z } from 'zod';

import type { JsonObject } from '../../engines/acts/act.ts';
import type { ReadAct } from '../../engines/acts/read-act.ts';
import {
  aboutOnly,
  loggedKind,
  type LoggedItem,
  type LoggedKind,
  type LogKnowledge,
} from '../../engines/act-log/logged-kind.ts';

const Named = z.object({ name: z.string() });
const Invited = z.object({ name: z.string(), roles: z.array(z.string()), until: z.string() });
const OfKey = z.object({ key: z.string() });
const OfLogin = OfKey.extend({ login: z.string() });
const Revoked = z.object({ why: z.string() });
const References = z.object({ references: z.array(z.string()) });
const Claims = z.object({ claims: z.array(z.object({ r: z.string() })).min(1) });
const Outcomes = z.object({
  outcomes: z.array(z.object({ r: z.string(), is: z.string() })).min(1),
});
const Wrapped = z.object({ wrapped: z.record(z.string(), z.string()) });
const Span = z.object({ from: z.int(), upTo: z.int() });
const Confirmed = z.object({ n: z.int() });
const Keys = z.object({ keys: z.array(z.string()).min(1) });

const ofServer = ({ envelope: { of } }: ReadAct): JsonObject | undefined => of;

const shortKey = (key: string): string => key.slice(0, 8);

const count = (n: number, one: string): string => `${String(n)} ${one}${n === 1 ? '' : 's'}`;

/** A payment by its reference, with the details that this desk sent under it. */
function paymentItem(reference: string, end: string, { sentUnder }: LogKnowledge): LoggedItem {
  const sent = reference === '' ? null : sentUnder(reference);
  const name = reference === '' ? 'A payment whose reference is not known' : `Payment ${reference}`;
  return {
    about: `${name}${sent === null ? '' : `, ${sent.title}`}${end}`,
    money: sent?.money ? { ...sent.money, source: 'journal' } : null,
  };
}

/**
 * A kind whose acts claim payments, or take claims over. The server compares digests, so a reference that does not match its digest was
 * not claimed. `signedMoneyIn` returns the amounts in the content, by their places.
 */
export const loggedClaims = (
  kind: string,
  label: string,
  signedMoneyIn: (content: ReadAct['content']) => readonly LoggedItem['money'][] = () => [],
): LoggedKind => ({
  ...{ kind, label },
  itemsOf: ({ envelope, content }, knowledge) => {
    const claims = Claims.safeParse(envelope.of).data?.claims ?? [];
    const references = References.safeParse(content).data?.references ?? [];
    const signedMoney = signedMoneyIn(content);
    return claims.map(({ r }, place) => {
      const reference = references[place] ?? '';
      const isClaimed = knowledge.nameOf(reference) === r;
      const name = isClaimed ? reference : knowledge.referenceOf(r);
      const { about, money } = paymentItem(name, '.', knowledge);
      return { about, money: signedMoney[place] ?? money };
    });
  },
});

const outcomeEnds: Readonly<Record<string, string>> = {
  accepted: 'the bank accepted it',
  refused: 'the bank refused it',
  unknown: 'its outcome is unknown',
  'not-sent': 'it was not sent',
  'not-found': 'the bank does not have it',
};

const outcomeEnd = (is: string): string => outcomeEnds[is] ?? `outcome ${is}`;

/** The logged kinds of acts of members, and of outcomes of claims. */
export const loggedOfPeople: readonly LoggedKind[] = [
  loggedKind('found', 'founded the team', Named, ({ name }) => [
    `${name} is its first administrator.`,
  ]),
  loggedKind('invite', 'invited somebody', Invited, ({ name, roles, until }) => [
    `${name}, as ${roles.length === 0 ? 'a member without a role' : roles.join(', ')}, until ${until}.`,
  ]),
  loggedKind(
    'enrol',
    'admitted a desk',
    OfLogin,
    ({ key, login }, { personOf }) => [
      `The desk of ${personOf(key)}, key ${shortKey(key)}, login ${login}.`,
    ],
    ofServer,
  ),
  {
    ...{ kind: 'revoke', label: 'revoked a desk' },
    itemsOf: ({ envelope, content }, { personOf }) => {
      const of = OfKey.safeParse(envelope.of).data;
      if (of === undefined) return [];
      const why = Revoked.safeParse(content).data?.why ?? '';
      const reason = why === '' ? '.' : `: “${why}”`;
      return [aboutOnly(`The desk of ${personOf(of.key)}, key ${shortKey(of.key)}${reason}`)];
    },
  },
  loggedKind(
    'renew',
    'renewed the keys of a desk',
    OfKey,
    ({ key }) => [`The desk goes on under key ${shortKey(key)}.`],
    ofServer,
  ),
  loggedKind(
    'team-key',
    'renewed the team’s key',
    Wrapped,
    ({ wrapped }) => [`Given to ${count(Object.keys(wrapped).length, 'desk')}.`],
    ofServer,
  ),
  loggedKind(
    'settle',
    'recorded outcomes',
    Outcomes,
    ({ outcomes }, knowledge) =>
      outcomes.map(({ r, is }) =>
        paymentItem(knowledge.referenceOf(r), `: ${outcomeEnd(is)}.`, knowledge),
      ),
    ofServer,
  ),
  loggedKind(
    'contradict',
    'reported what the bank accepted',
    Outcomes,
    ({ outcomes }, knowledge) =>
      outcomes.map(({ r }) =>
        paymentItem(
          knowledge.referenceOf(r),
          ': the bank accepted it, and the record had it as refused.',
          knowledge,
        ),
      ),
    ofServer,
  ),
  loggedClaims('take-over', 'took over a claim'),
  loggedKind('repair', 'repaired the record', Span, ({ from, upTo }) => [
    `Acts ${String(from + 1)} to ${String(upTo)} were put back.`,
  ]),
  loggedKind('repaired', 'confirmed the repair', Confirmed, ({ n }) => [
    `The desk knows of no act behind ${String(n)}.`,
  ]),
  loggedKind('set-aside', 'went on without a desk', Keys, ({ keys }, { personOf }) =>
    keys.map((key) => `The desk of ${personOf(key)}, key ${shortKey(key)}, did not confirm.`),
  ),
  loggedKind('end', 'ended the team', z.object({}), () => [
    'Each desk may send alone from here on.',
  ]),
];
