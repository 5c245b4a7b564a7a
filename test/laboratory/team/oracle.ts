import type { BankDesk } from '../../../electron/desk/open-bank/bank-desk.ts';
import type { Envelope } from '../../../electron/engines/acts/act.ts';
import { isFree } from '../../../electron/engines/team-record/claim-table.ts';
import type { ClaimOutcome } from '../../../electron/engines/team-record/postgres/team-server.ts';
import { row, rows } from '../../../electron/engines/store/database.ts';
import { submissionByReference } from '../../../electron/engines/submissions/journal/submission-table.ts';
import type { Booking, Order } from '../../support/banks/mirage/mirage-ledger.ts';
import { isShownAs } from '../oracle.ts';
import { standing } from '../person.ts';
import type { ServedAct } from './lab-record.ts';
import type { Invoice, TeamPlan } from './plan.ts';
import { openOf } from './world.ts';

/** What must never be. */
export type TeamFault = {
  readonly kind:
    | 'booked twice'
    | 'sent again, and booked'
    | 'shown wrongly'
    | 'claimed wrongly'
    | 'a revoked desk counts'
    | 'another history, unnoticed'
    | 'folded apart'
    | 'left without an outcome'
    | 'closed for good'
    | 'not opened'
    | 'internal';
  readonly words: string;
};

/** Everything that somebody means to pay once. Lines of files are invoices of their own, unless they name one. */
export function invoicesIn({ invoices, files }: TeamPlan): Invoice[] {
  const known = new Set(invoices.flatMap(({ references }) => references));
  const lines = files.flatMap(({ account, lines: all }) =>
    all.flatMap(({ reference, ...line }) =>
      known.has(reference)
        ? []
        : [{ account, ...line, references: [reference, reference] as const }],
    ),
  );
  return [...invoices, ...lines];
}

export function sentTwice(
  plan: TeamPlan,
  orders: readonly Order[],
  ledger: readonly Booking[],
): TeamFault[] {
  const invoices = invoicesIn(plan).map(({ references }) => references);
  // What a recurring payment is prepared as is in no plan: its reference follows from the day. A bank has no list of records, so two
  // copies of a team's record may both make one; `sentUnderOneRecord` looks at them.
  const planned = new Set([...invoices.flat(), ...plan.records.map(({ reference }) => reference)]);
  const recurring = new Set(
    ledger.map(({ reference }) => reference).filter((reference) => !planned.has(reference)),
  );
  const all = [...invoices, ...[...recurring].map((reference) => [reference])];
  return all.flatMap((references): TeamFault[] => {
    const booked = ledger.filter(({ reference }) => references.includes(reference));
    const named = booked.map(({ id, reference }) => `${reference} as ${id}`).join(' and ');
    if (booked.length > 1) return [{ kind: 'booked twice', words: named }];
    const [first] = booked;
    // A bank that knows the key may be sent the same again after a 401.
    if (first === undefined || plan.traits.repeats === 'replayed') return [];
    const last = orders.filter(({ reference }) => reference === first.reference).at(-1);
    return last === undefined || last.id === first.id
      ? []
      : [{ kind: 'sent again, and booked', words: `${named}, then ${last.id}` }];
  });
}

/**
 * An order that was sent although the same record had the claim of an earlier one that is booked, or will be. `before`: what was sent
 * under that record for the same invoice, or to make the same.
 */
export function sentUnderOneRecord(
  { traits }: TeamPlan,
  order: Order,
  before: readonly Order[],
): TeamFault[] {
  const first = before.find(({ booksAt }) => booksAt !== null);
  if (first === undefined) return [];
  const words = `${order.reference} as ${order.id} behind ${first.id}, under one record`;
  if (order.booksAt !== null) return [{ kind: 'booked twice', words }];
  // A bank that knows the key may be sent the same again after a 401.
  return traits.repeats === 'replayed' ? [] : [{ kind: 'sent again, and booked', words }];
}

/** What a desk's journal says of what this desk sent, held against the ledger. `orders`: those that it knows it sent. */
export function shownWrongly(
  desk: BankDesk,
  orders: readonly Order[],
  ledger: readonly Booking[],
): TeamFault[] {
  return standing(desk).flatMap(({ submission, mayRepeat }): TeamFault[] => {
    const { reference, state, attempts, origin } = submission;
    const sent = orders.filter((order) => order.reference === reference);
    const isBooked = ledger.some(({ id }) => sent.some((order) => order.id === id));
    const isGone = state === 'refused' || state === 'not-sent' || state === 'not-found';
    const words = `${reference} is shown as ${state}`;
    if (isBooked && (isGone || mayRepeat))
      return [{ kind: 'shown wrongly', words: `${words}, and booked` }];
    const mayBeBooked =
      ledger.some((booking) => booking.reference === reference) ||
      sent.some(({ booksAt }) => booksAt !== null);
    return state === 'accepted' && origin === 'sent' && attempts.length > 0 && !mayBeBooked
      ? [{ kind: 'shown wrongly', words: `${words}, and never booked` }]
      : [];
  });
}

type ClaimRow = {
  readonly reference: string;
  readonly name: string;
  readonly key: string;
  readonly outcome: ClaimOutcome | null;
};

export const claimsIn = (desk: BankDesk): ClaimRow[] =>
  rows<ClaimRow>(
    openOf(desk.copy.team).record.copy,
    'SELECT reference, name, key, outcome FROM team_claim ORDER BY name',
  );

/** What a desk has made of the record, as one text. */
export function foldOf(desk: BankDesk): string {
  const { people, record } = openOf(desk.copy.team);
  const members = people.members.map(({ key, name, roles, revoked }) => [
    key,
    name,
    roles.join(),
    revoked !== null,
  ]);
  const acts = rows<object>(record.copy, 'SELECT n, digest, void FROM team_act ORDER BY n');
  return JSON.stringify({ members, claims: claimsIn(desk), acts }, null, 1);
}

/** Does the record say that nothing was booked under the claim? */
export const cameToNothing = (outcome: ClaimOutcome | null): boolean =>
  isFree(outcome) || outcome === 'refused';

/**
 * Claims as a desk has read them, held against the ledger at the end. `claimed`: the orders that were sent under the record that it
 * read. A claim of a record that was restored or forked does not know what was sent under another one.
 */
export function claimedWrongly(
  desk: BankDesk,
  { done, orders }: { readonly done: readonly Booking[]; readonly orders: readonly Order[] },
  claimed: Iterable<Order>,
): TeamFault[] {
  const ids = new Set([...claimed].map(({ id }) => id));
  const own = done.filter(({ id }) => ids.has(id));
  // Whoever takes a claim over counts what the bank lists as accepted, also as failed (decision 57).
  const listed = [...done, ...orders.filter(({ hasFailed }) => hasFailed)];
  return claimsIn(desk).flatMap(({ reference, outcome }): TeamFault[] => {
    const isBooked = own.some((booking) => booking.reference === reference);
    const words = `${reference} is claimed as ${outcome ?? 'open'}`;
    if (isBooked && cameToNothing(outcome))
      return [{ kind: 'claimed wrongly', words: `${words}, and booked` }];
    // What was found in a list that lied may be claimed as that list called it.
    const isFound = listed.some((row) => isShownAs(reference, row.reference));
    return !isFound && outcome === 'accepted'
      ? [{ kind: 'claimed wrongly', words: `${words}, and never booked` }]
      : [];
  });
}

/** Everything behind the act that revokes a key is void. */
export function countsOfRevoked(desk: BankDesk): TeamFault[] {
  const { copy } = openOf(desk.copy.team).record;
  const acts = rows<{
    n: number;
    key: string;
    kind: string;
    envelope: Uint8Array;
    void: string | null;
  }>(copy, 'SELECT n, key, kind, envelope, void FROM team_act ORDER BY n');
  const revoked = new Map<string, number>();
  const faults: TeamFault[] = [];
  for (const act of acts) {
    if (act.void === null && revoked.has(act.key))
      faults.push({ kind: 'a revoked desk counts', words: `act ${act.n}, ${act.kind}` });
    if (act.void !== null || act.kind !== 'revoke') continue;
    const { of } = JSON.parse(Buffer.from(act.envelope).toString()) as Envelope;
    if (typeof of?.['key'] === 'string') revoked.set(of['key'], act.n);
  }
  return faults;
}

/** A desk whose state is current has the server’s history, to the last act that it remembers. */
export function unnoticed(desk: BankDesk, served: readonly ServedAct[]): TeamFault[] {
  const { record } = openOf(desk.copy.team);
  if (record.state !== 'current') return [];
  const remembered = row<{ n: number; digest: string }>(
    desk.copy.journal,
    'SELECT n, digest FROM team_head WHERE one = 1',
  );
  return [record.head, remembered ?? record.head].flatMap(({ n, digest }): TeamFault[] =>
    n === 0 || served.some((act) => act.n === n && act.digest === digest)
      ? []
      : [{ kind: 'another history, unnoticed', words: `act ${n} ${digest.slice(0, 8)}` }],
  );
}

/** A claim of this desk whose end the record does not have waits for a person, in the journal of the desk. */
export function leftOpen(desk: BankDesk): TeamFault[] {
  const { key } = openOf(desk.copy.team).record;
  const sending = standing(desk).filter(({ submission }) => submission.state === 'sending');
  const open = claimsIn(desk).filter((claim) => claim.key === key && claim.outcome === null);
  return [
    ...sending.map(({ submission }) => `${submission.reference} is being sent for ever`),
    ...open.map(({ reference }) => {
      const state = submissionByReference(desk.copy.journal, reference)?.state;
      return `${reference} is claimed without an outcome, and ${state ?? 'nothing'} in the journal`;
    }),
  ].map((words) => ({ kind: 'left without an outcome', words }));
}
