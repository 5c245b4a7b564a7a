import { beforeEach, expect, vi } from 'vitest';

import type * as MembershipRow from '../../../electron/engines/team-record/membership-row.ts';
import { TeamClaims } from '../../../electron/engines/team-record/team-claims.ts';
import type * as ClaimTable from '../../../electron/engines/team-record/claim-table.ts';
import { TeamRecord } from '../../../electron/engines/team-record/team-record.ts';
import type * as Change from '../../../electron/engines/submissions/change.ts';
import type * as Claims from '../../../electron/engines/submissions/claims.ts';
import type * as Twins from '../../../electron/nouns/payments/twins.ts';
import type * as TwinsAgain from '../../../electron/nouns/payments/twins-again.ts';
import { Membership } from '../../../electron/nouns/people/membership.ts';
import { ok } from '../../../shared/result.ts';
import type { OrderBehaviour } from '../../support/banks/mirage/mirage.ts';
import { liveInTeam } from './history.ts';
import { planOfTeam, type NameAt, type TeamPlan, type TeamStep } from './plan.ts';
import type { Sending } from './sendings.ts';
import { labTest, useWorld } from './shard.ts';
import type { DeskAt } from './world.ts';

/** What the laboratory is worth: it notices when a defence is taken out. These are taken out where a test says so. */
const out = vi.hoisted(() => ({
  ...{ minute: false, forgotten: false, twins: false, twinsAgain: false },
  ...{ outcomes: false, records: false },
}));

vi.mock('../../../electron/engines/submissions/change.ts', async (original) => {
  const real = await original<typeof Change>();
  const isClaimed: typeof real.isClaimed = (registry, operation) =>
    real.isClaimed(registry, operation) && !(out.records && operation !== 'createSingleTransfer');
  return { ...real, isClaimed };
});

vi.mock('../../../electron/engines/submissions/claims.ts', async (original) => {
  const real = await original<typeof Claims>();
  const claimHolds: typeof real.claimHolds = (clock) => {
    const holds = real.claimHolds(clock);
    return () => out.minute || holds();
  };
  return { ...real, claimHolds };
});

vi.mock('../../../electron/engines/team-record/membership-row.ts', async (original) => {
  const real = await original<typeof MembershipRow>();
  const forgottenThrough: typeof real.forgottenThrough = (...given) =>
    out.forgotten ? 0 : real.forgottenThrough(...given);
  return { ...real, forgottenThrough };
});

vi.mock('../../../electron/engines/team-record/claim-table.ts', async (original) => {
  const real = await original<typeof ClaimTable>();
  const claimsAlike: typeof real.claimsAlike = (...given) =>
    out.twins ? [] : real.claimsAlike(...given);
  const addClaims: typeof real.addClaims = (...given) => {
    if (!out.outcomes || given[1].envelope.kind !== 'settle') real.addClaims(...given);
  };
  return { ...real, addClaims, claimsAlike };
});

vi.mock('../../../electron/nouns/payments/twins.ts', async (original) => {
  const real = await original<typeof Twins>();
  const twinsOf: typeof real.twinsOf = (...given) => (out.twins ? [] : real.twinsOf(...given));
  const findTwins: typeof real.findTwins = (...given) =>
    out.twins ? { twins: [], period: given[2] } : real.findTwins(...given);
  return { ...real, twinsOf, findTwins };
});

vi.mock('../../../electron/nouns/payments/twins-again.ts', async (original) => {
  const real = await original<typeof TwinsAgain>();
  const transferTwins: typeof real.transferTwins = (...given) => {
    const { review, confirm } = real.transferTwins(...given);
    return {
      review,
      confirm: (...asked) => (out.twinsAgain ? Promise.resolve(ok([])) : confirm(...asked)),
    };
  };
  return { ...real, transferTwins };
});

const world = useWorld();

beforeEach(() => {
  for (const name of Object.keys(out)) Object.assign(out, { [name]: false });
});

const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };
const going: Sending = {
  behaviour: well,
  killAt: null,
  fault: null,
  hold: null,
  readsFirst: false,
};
const [ada, ben, mo] = [0, 1, 2] as const;

const pay = (desk: DeskAt, change: Partial<Sending> & { name?: NameAt } = {}): TeamStep => ({
  ...{ do: 'pay', desk, invoice: 0, name: 0, ...going, ...change },
});
/** A receivable, a new payee and a change of a payee: what the plan of the first seed has as its first records. */
const recordKinds = [0, 1, 2] as const;
const make = (desk: DeskAt, record: number, change: Partial<Sending> = {}): TeamStep => ({
  ...{ do: 'make a record', desk, record, ...going, ...change },
});
const sendDue = (desk: DeskAt): TeamStep => ({ do: 'send due', desk, ...going });
const takeOver = (desk: DeskAt): TeamStep => ({ do: 'take over', desk, invoice: 0, name: 0 });
const readOn = (desk: DeskAt): TeamStep => ({ do: 'read on', desk });
const wait = (minutes: number, asleep: readonly DeskAt[] = []): TeamStep => ({
  ...{ do: 'wait', ms: minutes * 60_000, asleep },
});
const sql = (text: string): TeamStep => ({ do: 'change the record', sql: text });
const replace = (signature: string, returns: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION nostro.${signature} RETURNS ${returns} LANGUAGE sql AS $$ ${body} $$`;

const nothingOf = (signature: string): string =>
  `CREATE OR REPLACE FUNCTION nostro.${signature} RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$`;

/** At a bank without a list, where the record is all that holds the desks apart. */
const faultsOf = async (steps: readonly TeamStep[], hasList = false): Promise<string[]> => {
  const { traits, ...plan } = planOfTeam(1);
  const lived: TeamPlan = {
    ...{ ...plan, theme: hasList ? 'history' : 'claims', steps },
    traits: { ...traits, hasList, repeats: 'booked' },
  };
  return (await liveInTeam(lived, world())).faults.map(({ kind }) => kind);
};

/** Without the defence `kind` is found, and with it nothing. */
async function expectNoticed(
  steps: readonly TeamStep[],
  takeOut: () => readonly TeamStep[] | undefined,
  kind: string,
): Promise<void> {
  expect(await faultsOf(steps)).toEqual([]);
  const changes = takeOut() ?? [];
  expect((await faultsOf([...changes, ...steps]))[0]).toBe(kind);
}

const lost = (booksAfterMs: number): Partial<Sending> => ({
  behaviour: { booksAfterMs, answer: 'none' },
  fault: { at: 'outcome on its way', staysCut: true },
});

labTest('a claim before anything is sent', async () => {
  await expectNoticed(
    [pay(ada), pay(ben)],
    () => {
      vi.spyOn(TeamClaims.prototype, 'claim').mockResolvedValue(ok(null));
      return undefined;
    },
    'booked twice',
  );
});

labTest.each<[what: string, step: TeamStep]>([
  ['a scheduled payment', { do: 'schedule', desk: ada, invoice: 0, name: 0 }],
  ['a recurring payment', { do: 'prepare recurring', desk: ada }],
])('a claim before %s that two desks have on one list of what is due', async (_, step) => {
  await expectNoticed(
    [step, readOn(ada), readOn(ben), sendDue(ada), sendDue(ben)],
    () => {
      vi.spyOn(TeamClaims.prototype, 'claim').mockResolvedValue(ok(null));
      return undefined;
    },
    'booked twice',
  );
});

labTest('a claim before a receivable, a payee or a change of a payee', async () => {
  for (const record of recordKinds) {
    out.records = false;
    await expectNoticed(
      [make(ada, record), make(ben, record)],
      () => void (out.records = true),
      'booked twice',
    );
  }
});

labTest('the claim of a record whose answer was lost, on a laptop that is lost', async () => {
  for (const record of recordKinds) {
    out.records = false;
    await expectNoticed(
      [make(ada, record, lost(0)), { do: 'revoke', desk: ben, whom: ada }, make(ben, record)],
      () => void (out.records = true),
      'booked twice',
    );
  }
});

labTest('the reference that one desk holds', async () => {
  const obstacles = `SELECT NULL::bigint, '', '', '', '', '' WHERE false`;
  const table =
    'TABLE (n bigint, reference text, state text, by_key text, other text, outcome text)';
  await expectNoticed(
    [pay(ada), pay(ben)],
    () => [
      sql(replace('obstacles(e jsonb)', table, obstacles)),
      sql(nothingOf('write_claims(e jsonb, act_n bigint)')),
    ],
    'booked twice',
  );
});

labTest('a minute in which what was claimed may leave', async () => {
  const steps = [pay(ada, { hold: 'before the witness' }), wait(16), takeOver(ben), pay(ben)];
  const release: TeamStep = { do: 'release', desk: ada };
  for (const asleep of [[], [ada]]) {
    const all = steps.map((step) => (step.do === 'wait' ? { ...step, asleep } : step));
    out.minute = false;
    await expectNoticed([...all, release], () => void (out.minute = true), 'booked twice');
  }
});

labTest('fifteen minutes of silence, also of a desk that was revoked', async () => {
  const revoke: TeamStep = { do: 'revoke', desk: ben, whom: ada };
  for (const middle of [[wait(5)], [revoke, wait(5)]])
    await expectNoticed(
      [pay(ada, lost(8 * 60_000)), ...middle, takeOver(ben), pay(ben), wait(9), readOn(ben)],
      () => [sql(replace('is_silent(c nostro.claim)', 'boolean', 'SELECT true'))],
      'booked twice',
    );
});

labTest('the time at which a desk asked for its own claim again', async () => {
  const before = pay(ada, { fault: { at: 'claim at the record', staysCut: true } });
  const mend: TeamStep = { do: 'mend the line', desk: ada };
  await expectNoticed(
    [
      ...[before, mend, wait(12), pay(ada, lost(8 * 60_000)), wait(4)],
      ...[takeOver(ben), pay(ben), wait(9), readOn(ben)],
    ],
    () =>
      [sql(replace('note_requests(e jsonb)', 'void', ''))].map((step) => ({
        ...step,
        sql: 'CREATE OR REPLACE FUNCTION nostro.note_requests(e jsonb) RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$',
      })),
    'booked twice',
  );
});

labTest('what a journal from an old copy has forgotten', async () => {
  const steps: TeamStep[] = [
    { do: 'take a snapshot of the machine', desk: mo },
    pay(mo, { fault: { at: 'outcome on its way', staysCut: true } }),
    { do: 'put the machine back', desk: mo },
    { do: 'mend the line', desk: mo },
    readOn(mo),
    pay(ben),
  ];
  await expectNoticed(steps, () => void (out.forgotten = true), 'booked twice');
});

labTest('twins by the record, on the desk and at the server', async () => {
  await expectNoticed(
    [pay(ada), readOn(ben), pay(ben, { name: 1 })],
    () => {
      out.twins = true;
      return [sql(replace('holds_back_twins(c nostro.claim)', 'boolean', 'SELECT false'))];
    },
    'booked twice',
  );
});

labTest('twins at the server alone, for a desk that has not read', async () => {
  await expectNoticed(
    [pay(ada), pay(ben, { name: 1 })],
    () => [sql(replace('holds_back_twins(c nostro.claim)', 'boolean', 'SELECT false'))],
    'booked twice',
  );
});

labTest('that a revoked desk writes nothing', async () => {
  const steps: TeamStep[] = [
    pay(mo),
    { do: 'revoke', desk: ada, whom: mo },
    { do: 'reopen the revoked', whom: mo },
    { ...pay(mo), invoice: 1 } as TeamStep,
  ];
  await expectNoticed(
    steps,
    () => {
      const whyVoid = Reflect.get(Membership.prototype, 'whyVoid');
      vi.spyOn(Membership.prototype, 'whyVoid').mockImplementation(function (
        this: Membership,
        act,
      ) {
        const why = whyVoid.call(this, act);
        return why === 'Its author was revoked.' ? null : why;
      });
      return undefined;
    },
    'a revoked desk counts',
  );
});

labTest('outcomes that the others read', async () => {
  await expectNoticed([pay(ada)], () => void (out.outcomes = true), 'folded apart');
});

const behind: readonly TeamStep[] = [
  { do: 'back up the record', how: 'copied' },
  pay(ada),
  readOn(ben),
  { do: 'restore the record', age: 0 },
];

labTest('that a record closes a desk that has read more', async () => {
  await expectNoticed(
    [...behind, pay(ben), readOn(ada)],
    () => {
      vi.spyOn(TeamRecord.prototype, 'whyClosed').mockReturnValue(null);
      return undefined;
    },
    'internal',
  );
});

labTest('what the bank lists under a reference that this desk could not send', async () => {
  const steps: readonly TeamStep[] = [
    { do: 'back up the record', how: 'copied' },
    pay(mo, { name: 1, fault: { at: 'claim on its way', staysCut: true } }),
    { do: 'mend the line', desk: mo },
    pay(ben, { name: 1 }),
    { do: 'restore the record', age: 0 },
    pay(mo),
  ];
  expect(await faultsOf(steps, true)).toEqual([]);
  out.twins = true;
  expect(await faultsOf(steps, true)).toEqual(['booked twice']);
});

labTest('twins in the bank’s list before what was not sent is sent again', async () => {
  const steps: readonly TeamStep[] = [
    // Found in the list by its reference, it proves that the list would show the other one.
    { ...pay(mo), invoice: 1 } as TeamStep,
    { do: 'back up the record', how: 'copied' },
    pay(mo, { fault: { at: 'claim on its way', staysCut: true } }),
    { do: 'mend the line', desk: mo },
    pay(ben, { name: 1 }),
    { do: 'restore the record', age: 0 },
    pay(mo),
  ];
  expect(await faultsOf(steps, true)).toEqual([]);
  out.twinsAgain = true;
  expect(await faultsOf(steps, true)).toEqual(['booked twice']);
});
