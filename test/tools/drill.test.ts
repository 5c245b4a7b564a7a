import { describe, expect, test as plainTest } from 'vitest';

import { toUnits } from '../../shared/money/decimal.ts';
import { resemblanceOf } from '../../shared/beneficiaries/resemblance.ts';
import { tallyOf } from '../../tools/drill/drill-tables.ts';
import { openDrillTeam } from '../../tools/drill/drill-team.ts';
import { limit } from '../../tools/drill/plan/amounts.ts';
import {
  schemeKinds,
  type Job,
  type Plan,
  type PlannedPayee,
  type SchemeKind,
} from '../../tools/drill/plan/jobs.ts';
import { drawPlan } from '../../tools/drill/plan/plan.ts';
import { careful, type Habits } from '../../tools/drill/play/play.ts';
import { playRules, type RulesOutcome } from '../../tools/drill/play/play-rules.ts';
import { ruleSets, type RuleSet } from '../../tools/drill/rule-sets.ts';
import { postgresBinaries } from '../../tools/postgres/binaries.ts';
import { programs } from '../support/programs/programs.ts';

const binaries = postgresBinaries();
const test = plainTest.skipIf(binaries === null);

async function play(
  plan: Plan,
  rules: RuleSet,
  habits: Partial<Habits> = {},
): Promise<RulesOutcome> {
  const team = await openDrillTeam({ binaries: binaries ?? '', programs, seed: 1 });
  try {
    return await playRules({ team, plan, habits: { ...careful, ...habits } }, rules);
  } finally {
    await team.close();
  }
}

function setNamed(name: string): RuleSet & { readonly draft: NonNullable<RuleSet['draft']> } {
  const found = ruleSets.find((set) => set.name === name);
  if (!found?.draft) throw new RangeError(`there are no rules ${name}`);
  return { ...found, draft: found.draft };
}

const none: RuleSet = { name: 'none', title: 'no rules', draft: null };

/** Some jobs of a plan, with the payees that they pay, and those that a new payee resembles. */
function some({ days, known, jobs }: Plan, isWanted: (job: Job) => boolean): Plan {
  const wanted = jobs.filter(isWanted);
  const steps = wanted.flatMap((job) => job.steps);
  const created = steps.flatMap((step) => (step.do === 'create payee' ? [step.payee] : []));
  const paid = new Set(
    steps.map((step) => ('payee' in step && typeof step.payee === 'string' ? step.payee : '')),
  );
  const isNeeded = (payee: PlannedPayee): boolean =>
    paid.has(payee.key) || created.some((other) => resemblanceOf(payee, other) !== null);
  return { days, known: known.filter(isNeeded), jobs: wanted };
}

/** The schemes of some kinds. */
const only = (plan: Plan, ...kinds: readonly SchemeKind[]): Plan =>
  some(plan, ({ scheme }) => scheme !== null && kinds.includes(scheme.kind));

describe('a plan', () => {
  plainTest('is the same for the same seed, and has each kind of scheme', () => {
    const plan = drawPlan(7, 10);
    expect(drawPlan(7, 10)).toEqual(plan);
    expect(drawPlan(8, 10)).not.toEqual(plan);
    const kinds = new Set(plan.jobs.flatMap(({ scheme }) => scheme?.kind ?? []));
    expect([...kinds].toSorted()).toEqual([...schemeKinds].toSorted());
    const days = plan.jobs.flatMap(({ steps }) => steps.map(({ day }) => day));
    expect([Math.min(...days), Math.max(...days)]).toEqual([0, 9]);
  });

  plainTest('splits nothing into parts over the limit', () => {
    for (const { steps } of only(drawPlan(7, 10), 'split under the limit').jobs) {
      const amounts = steps.map((step) => (step.do === 'pay' ? toUnits(step.amount) : 0n));
      for (const amount of amounts) expect(amount).toBeLessThan(toUnits(limit));
      expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBeGreaterThan(toUnits(limit));
    }
  });

  plainTest('has payees that no one mistakes for one another', () => {
    const { known } = drawPlan(7, 20);
    const alike = known.flatMap((one, place) =>
      known.slice(place + 1).filter((other) => resemblanceOf(one, other) !== null),
    );
    expect(alike).toEqual([]);
  });
});

plainTest('what is noticed counts as found, and what is missed does not', () => {
  const scheme = { kind: 'rushed price', variant: '', by: [], why: '' } as const;
  const fates = ['stopped', 'noticed', 'missed', 'missed'] as const;
  expect(tallyOf(fates.map((fate) => ({ ...scheme, fate })))).toEqual({
    ...{ tried: 4, stopped: 1, noticed: 1, missed: 2, recall: 0.5 },
  });
  expect(tallyOf([]).recall).toBeNull();
});

/** Ordinary work of each sort, and one scheme of each kind. */
const firstOfEach = (plan: Plan): Plan => {
  const firsts = new Map(
    plan.jobs.toReversed().map((job) => [job.scheme?.kind ?? job.name.replace(/\d+/g, ''), job]),
  );
  return some(plan, (job) => [...firsts.values()].includes(job));
};

test('every scheme is tried, and a seed gives the same outcomes again', async () => {
  const plan = firstOfEach(drawPlan(1, 1));
  const [free, again] = [await play(plan, none), await play(plan, none)];
  expect(again).toEqual(free);
  const tight = await play(plan, setNamed('tight'));
  for (const { schemes, ordinary } of [free, tight]) {
    expect(schemes.map(({ kind }) => kind).toSorted()).toEqual([...schemeKinds].toSorted());
    expect(ordinary).toMatchObject({ stopped: 0 });
  }
  const [few, many] = [tallyOf(free.schemes), tallyOf(tight.schemes)];
  expect(many.stopped).toBeGreaterThan(few.stopped);
  // Without rules honest work costs no signature and no key.
  expect(free.ordinary).toMatchObject({ signatures: 0, keys: 0 });
  expect(tight.ordinary.signatures).toBeGreaterThanOrEqual(tight.ordinary.orders);
}, 1_200_000);

test('a rule that is left out lets its scheme through', async () => {
  const variant = 'different parts in a day';
  const plan = some(drawPlan(2, 1), ({ scheme }) => scheme?.variant === variant);
  const tight = setNamed('tight');
  const whole = await play(plan, tight);
  expect(whole.schemes.map(({ fate }) => fate)).toEqual(['stopped']);
  const rules = tight.draft.rules.filter(({ when }) => !when.sumOver);
  const without = await play(plan, { ...tight, draft: { ...tight.draft, rules } });
  expect(without.schemes.map(({ fate }) => fate)).toEqual(['missed']);
}, 1_200_000);

test('what no one looks up or reads is not found', async () => {
  // A twin at another desk is held back by the claim too, whoever looks.
  const plan = some(
    drawPlan(3, 1),
    ({ scheme }) =>
      scheme?.kind === 'payment past the desk' || scheme?.variant === 'entered twice in a day',
  );
  const careless = { looksUp: () => false, readsExceptions: false };
  const [seen, unseen] = [await play(plan, none), await play(plan, none, careless)];
  expect(seen.schemes.map(({ fate }) => fate)).not.toContain('missed');
  expect(new Set(unseen.schemes.map(({ fate }) => fate))).toEqual(new Set(['missed']));
}, 1_200_000);
