import { createHash } from 'node:crypto';

import { BankAccess } from '../bank-access.ts';
import type { DrillTeam } from '../drill-team.ts';
import { centsText, currency, payingAccount } from '../plan/amounts.ts';
import { inOrder, type Action, type Job, type Plan, type Step } from '../plan/jobs.ts';
import type { RuleSet } from '../rule-sets.ts';
import { convert } from './converting.ts';
import { readExceptions } from './evening.ts';
import {
  ordinaryOutcome,
  schemeOutcome,
  type OrdinaryOutcome,
  type SchemeOutcome,
} from './outcomes.ts';
import { goPastTheDesk } from './past-the-desk.ts';
import { pay } from './paying.ts';
import { addKnownPayees, changePayee, createPayee } from './payees.ts';
import { deskOf, newRecord, type Course, type Habits, type JobRecord, type Play } from './play.ts';

/** The outcomes of a plan under one rule set. */
export type RulesOutcome = {
  readonly rules: Pick<RuleSet, 'name' | 'title'>;
  readonly schemes: readonly SchemeOutcome[];
  readonly ordinary: OrdinaryOutcome;
};

type PlayParts = {
  readonly team: DrillTeam;
  readonly plan: Plan;
  readonly habits: Habits;
};

/** Plays a plan with a new team under one rule set. */
export async function playRules(parts: PlayParts, rules: RuleSet): Promise<RulesOutcome> {
  const { team, plan, habits } = parts;
  const play = newPlay(team, habits);
  await prepare(play, plan, rules);
  const records = new Map(plan.jobs.map((job) => [job, newRecord(job)]));
  for (let day = 0; day < plan.days; day += 1) {
    team.time.passTo(instantOf(day, morning));
    for (const desk of Object.values(team.desks)) await desk.signIn();
    for (const { job, step } of stepsOf(plan, day)) {
      const record = records.get(job);
      if (record?.stop !== null) continue;
      team.time.passTo(instantOf(day, step.minute));
      await act({ play, record, step });
    }
    team.time.passTo(instantOf(day, evening));
    await readExceptions(play, [...records.values()]);
  }
  const { bank } = team.sandbox;
  const all = [...records.values()];
  return {
    rules: { name: rules.name, title: rules.title },
    schemes: all.map((record) => schemeOutcome(bank, record)).filter((one) => one !== null),
    ordinary: ordinaryOutcome(bank, all),
  };
}

const morning = 7 * 60;
const evening = 22 * 60;
/** The Monday of the first day. */
const firstDay = '2026-11-02T00:00:00.000Z';
const workingDays = 5;

/** Working days follow one another without weekends. */
function instantOf(day: number, minute: number): number {
  const calendarDays = day + 2 * Math.floor(day / workingDays);
  return Date.parse(firstDay) + (calendarDays * 1_440 + minute) * 60_000;
}

const stepsOf = ({ jobs }: Plan, day: number): { readonly job: Job; readonly step: Step }[] =>
  jobs
    .flatMap((job) => job.steps.map((step) => ({ job, step })))
    .filter(({ step }) => step.day === day)
    .toSorted((one, other) => one.step.minute - other.step.minute);

function newPlay(team: DrillTeam, habits: Habits): Play {
  let count = 0;
  // References that look like none of the others.
  const newReference = (): string => {
    count += 1;
    return createHash('sha256')
      .update(`reference ${String(count)}`)
      .digest('hex')
      .slice(0, 24);
  };
  const bank = new BankAccess(team.sandbox.baseUrl);
  return { team, bank, habits, newReference, payeeIds: new Map() };
}

/** The balance of the account that pays. */
const funds = centsText(500_000_000);

/** No two are alike. */
const firstAmount = (by: 'maker' | 'lead', place: number): string =>
  centsText((by === 'maker' ? 10_000 : 20_000) + place);

/** The week before: the team pays each payee that it knows, and puts the rules in force. */
async function prepare(play: Play, { known }: Plan, { draft }: RuleSet): Promise<void> {
  const body = { accountNumber: payingAccount, amount: funds, currency };
  await play.bank.call('simulateInflow', { body });
  await addKnownPayees(play, known);
  for (const desk of Object.values(play.team.desks)) await desk.sync();
  // Whoever proposes rules names the payees that the own desk has paid.
  for (const by of ['maker', 'lead'] as const)
    for (const [place, { key }] of known.entries()) await payFirst(play, by, key, place);
  if (draft === null) return;
  const lead = deskOf(play, 'lead');
  // What the maker claimed is read before the rules name the payees that the team has paid.
  await lead.get('approvalRules.view', { isFresh: true });
  const { rehearsal } = await lead.get('approvalRules.rehearse', { draft });
  await lead.get('approvalRules.propose', { rehearsal });
  for (const desk of Object.values(play.team.desks))
    await desk.get('approvalRules.view', { isFresh: true });
}

async function payFirst(
  play: Play,
  by: 'maker' | 'lead',
  payee: string,
  place: number,
): Promise<void> {
  const action = { do: 'pay', payee, amount: firstAmount(by, place), by } as const;
  const step: Step = { ...action, day: -1, minute: 0, papers: inOrder, isHarm: false };
  const record = newRecord({ name: payee, scheme: null, stance: 'honest', steps: [step] });
  await pay({ play, record, step }, action);
  if (record.stop !== null) throw new Error(`${payee}: ${record.stop.why}`);
}

function act(course: Course & { readonly record: JobRecord }): Promise<void> {
  const action: Action = course.step;
  switch (action.do) {
    case 'pay':
      return pay(course, action);
    case 'create payee':
      return createPayee(course, action);
    case 'change payee':
      return changePayee(course, action);
    case 'convert':
      return convert(course, action);
    case 'go past the desk':
      return goPastTheDesk(course, action);
  }
}
