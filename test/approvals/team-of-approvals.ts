import { createHash, randomBytes } from 'node:crypto';

import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { memberKeys } from '../../electron/engines/acts/member-keys.ts';
import type { ReadAct } from '../../electron/engines/acts/read-act.ts';
import type { Premise, Rules } from '../../electron/nouns/approvals/contents.ts';
import type { FoldParts } from '../../electron/nouns/approvals/fold/fold-parts.ts';
import { ApprovalFold } from '../../electron/nouns/approvals/fold/fold.ts';
import type { StoredFold } from '../../electron/nouns/approvals/fold/stored-fold.ts';
import { judge, type Verdict } from '../../electron/nouns/approvals/judge/judge.ts';
import { claimableLikenesses, payloadHashOf } from '../../electron/nouns/approvals/order.ts';
import { historyOf } from '../../electron/nouns/people/history.ts';
import { Membership } from '../../electron/nouns/people/membership.ts';
import type { Role } from '../../shared/team/roles.ts';

const reader = memberKeys(randomBytes(32));

/** As every desk of this team names what it must not say in clear text. */
export const nameOf = (of: 'reference' | 'payload' | 'likeness', text: string): string =>
  `${of}:${text}`;

/** What a claim of a payload names of what it pays; empty for nothing. */
export const likenessNamed = (operation: string, payload: string): string => {
  const [likeness = ''] = claimableLikenesses(operation, payload) ?? [];
  return likeness === '' ? '' : nameOf('likeness', likeness);
};

/** Keys that name a desk only: what was signed is checked elsewhere. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyOf = (desk: string): string => digestOf(desk).slice(0, 43);

const signerOf = (desk: string) => ({
  key: keyOf(desk),
  sign: (bytes: Uint8Array) => Buffer.concat([Buffer.from(desk), bytes]),
});

const sentAs = (payment: Payment) => ({
  reference: payment.reference,
  payloadHash: payloadHashOf(payloadOf(payment)),
});

const noon = '2026-11-24T12:00:00.000Z';

export const premiseOf = (more: Partial<Premise> = {}): Premise => ({
  ...{ details: 'fp-1', country: 'DE', twins: [], warnings: [], debit: null },
  ...more,
});

const rulesOf = (more: Partial<Rules> = {}): Rules => ({
  ...{ version: 1, admins: 1, zone: 'UTC', rules: [], limits: [], rates: [], payees: [] },
  ...more,
});

export type Payment = {
  readonly reference: string;
  readonly amount: string;
  readonly currency?: string;
  readonly account?: string;
  readonly payee?: string;
};

export const payloadOf = ({
  reference,
  amount,
  currency = 'EUR',
  account = '100',
  payee = 'P1',
}: Payment): string =>
  JSON.stringify({
    body: { accountNumber: account, beneficiaryId: payee, amount, currency, reference },
  });

/** The acts of a team, folded as every desk folds them. A desk is named after its person: `bo` and `bo-2` are Bo's. */
export function teamOfApprovals() {
  const people = new Membership(reader);
  const parts: FoldParts = {
    members: () => people.members,
    isAwaited: (key) => people.awaited.some((member) => member.key === key),
    nameOf,
  };
  let fold = new ApprovalFold(parts);
  let n = 0;
  let at = noon;
  const voids: (string | null)[] = [];
  const acts: ReadAct[] = [];
  /** Writes an act, and returns its digest. */
  const write = (
    desk: string,
    kind: string,
    content: JsonObject | null = {},
    of?: JsonObject,
  ): string => {
    n += 1;
    const digest = digestOf(`act ${String(n)}`);
    const act: ReadAct = {
      ...{ n, digest, at, content },
      envelope: {
        ...{ v: 1, team: '', key: keyOf(desk), seq: n, prev: '', kind, epoch: 1 },
        ...{ seen: { n: n - 1, digest: '' }, body: '', cipher: '' },
        ...(of === undefined ? {} : { of }),
      },
    };
    acts.push(act);
    const why = people.whyVoid(act) ?? fold.whyVoid(act);
    voids.push(why);
    if (why === null) {
      people.apply(act);
      fold.apply(act);
    }
    return digest;
  };
  const enrol = (
    desk: string,
    roles: readonly Role[],
    {
      by = 'ada',
      name = desk,
      sent = [],
      login = `nostro_${desk}`,
    }: { by?: string; name?: string; sent?: readonly Payment[]; login?: string } = {},
  ): string => {
    write(by, 'invite', { login, name, roles: [...roles], until: '2099-01-01T00:00:00.000Z' });
    const { history } = historyOf(sent.map(sentAs), signerOf(desk));
    const content = { sealingKey: reader.sealingKey, at, history: { ...history } };
    return write(by, 'enrol', content, { key: keyOf(desk), login });
  };
  write('ada', 'found', { name: 'ada', sealingKey: reader.sealingKey, login: 'nostro_ada' });
  const request = (
    desk: string,
    lines: Payment | readonly Payment[],
    more: {
      readonly until?: string;
      readonly operation?: string;
      readonly bank?: string;
      readonly lines?: { readonly reference: string; readonly payload: string }[];
    } = {},
  ): string => {
    const payments = Array.isArray(lines) ? (lines as readonly Payment[]) : [lines as Payment];
    return write(desk, 'request', {
      ...{ operation: 'createSingleTransfer', bank: 'sandbox', words: '' },
      until: '2026-12-24T00:00:00.000Z',
      lines: payments.map((line) => ({ reference: line.reference, payload: payloadOf(line) })),
      ...more,
    });
  };
  const approve = (desk: string, of: string, premise: Partial<Premise> | null = {}): string => {
    const lines = fold.state.requests.get(of)?.lines ?? [];
    const premises = lines.map(() => (premise === null ? null : { ...premiseOf(premise) }));
    return write(desk, 'approve', { of, premises });
  };
  const verdict = (of: string, premise: Partial<Premise> = {}, now = at, line = 0): Verdict => {
    const found = fold.state.requests.get(of);
    const order = found?.lines[line]?.order;
    if (!found || !order) throw new RangeError('no such request');
    const candidate = { request: found, line, order, maker: found.maker.person };
    return judge(fold.state, candidate, { premise: premiseOf(premise), now });
  };
  /** Claims payments: `request` and `line` name what was approved. */
  const claim = (
    desk: string,
    payment: Payment & {
      readonly operation?: string;
      readonly payload?: string;
      /** What it names of what it pays, in the place of the payload’s own. */
      readonly likeness?: string;
    },
    {
      request: digest = null,
      line = 0,
      premise = {},
      bank = 'sandbox',
      trade,
      sentAt,
    }: {
      request?: string | null;
      line?: number;
      premise?: Partial<Premise>;
      bank?: string;
      /** Names the price of a conversion. */
      trade?: JsonObject;
      sentAt?: string;
    } = {},
  ): string => {
    const { operation = 'createSingleTransfer', payload = payloadOf(payment) } = payment;
    const sent = { operation, payload, ...(trade === undefined ? {} : { trade }) };
    const order = digest === null || trade !== undefined ? sent : null;
    const l = payment.likeness ?? likenessNamed(operation, payload);
    return write(
      desk,
      'claim',
      {
        references: [payment.reference],
        payments: [
          {
            ...{ request: digest, line, order, bank },
            premise: { ...premiseOf(premise) },
            ...(sentAt === undefined ? {} : { sentAt }),
          },
        ],
      },
      {
        claims: [
          { r: `reference:${payment.reference}`, l, p: `payload:${payloadHashOf(payload)}` },
        ],
      },
    );
  };
  /** Claims one of the payments that the desk sent before, as its enrolment names them, or another one in its place. */
  const claimPast = (
    desk: string,
    sent: readonly Payment[],
    place: number,
    other: Partial<Payment> = {},
  ): string => {
    const one = sent[place];
    if (one === undefined) throw new RangeError('no such payment');
    const past = historyOf(sent.map(sentAs), signerOf(desk)).proofOf(one.reference);
    const { reference, payloadHash } = sentAs({ ...one, ...other });
    return write(
      desk,
      'claim',
      { references: [reference], payments: [{ past: past && { ...past, payload: payloadHash } }] },
      { claims: [{ r: `reference:${reference}`, l: '', p: `payload:${payloadHash}` }] },
    );
  };
  const settle = (desk: string, reference: string, is: string): string =>
    write(desk, 'settle', {}, { outcomes: [{ r: `reference:${reference}`, is }] });
  const revoke = (desk: string, by = 'ada'): string =>
    write(by, 'revoke', { why: 'lost' }, { key: keyOf(desk) });
  return {
    ...{ people, write, enrol, request, approve, verdict, claim, settle, revoke, keyOf, acts },
    claimPast,
    get fold(): ApprovalFold {
      return fold;
    },
    /** Goes on with what was stored, as after a start. */
    restart: (): void => {
      fold = new ApprovalFold(parts, JSON.parse(JSON.stringify(fold.stored())) as StoredFold);
    },
    setRules: (rules: Partial<Rules>, by = 'ada'): string =>
      write(by, 'approval-rules', plain(rulesOf({ version: versionAfter(fold), ...rules }))),
    delegate: (desk: string, to: string, more: JsonObject = {}): string =>
      write(desk, 'delegate', {
        ...{ to, begins: at, ends: '2026-12-31T00:00:00.000Z', limit: null },
        ...more,
      }),
    refuse: (desk: string, of: string, words = 'no'): string =>
      write(desk, 'refuse', { of, words }),
    withdraw: (desk: string, of: string): string => write(desk, 'withdraw', { of }),
    /** The time of the acts from here on. */
    setTime: (next: string): void => {
      at = next;
    },
    /** Why the last act is void; null where it counts. */
    lastVoid: (): string | null => voids.at(-1) ?? null,
    objections: (): readonly string[] => fold.state.objections.map(({ why }) => why),
  };
}

const versionAfter = (fold: ApprovalFold): number => (fold.state.rules?.version ?? 0) + 1;

/** The same as JSON. */
const plain = (rules: Rules): JsonObject => JSON.parse(JSON.stringify(rules)) as JsonObject;
