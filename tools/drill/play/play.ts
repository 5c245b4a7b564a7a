import type { AppError } from '../../../shared/errors.ts';
import type { BankAccess } from '../bank-access.ts';
import type { DrillDesk } from '../drill-desk.ts';
import { personNames, type DrillTeam, type PersonName } from '../drill-team.ts';
import type { Job, Matter, Step } from '../plan/jobs.ts';

/** The habits of the drill's persons. They act only on what the product shows them. */
export type Habits = {
  /** What somebody looks up outside of the desk where the product marks it. */
  readonly looksUp: (matter: Matter) => boolean;
  /** Reads the exceptions of each desk in the evening. */
  readonly readsExceptions: boolean;
};

export const careful: Habits = { looksUp: () => true, readsExceptions: true };

/** An order of a job: at the bank under this reference. */
type OrderOfJob = { readonly reference: string; readonly isHarm: boolean; readonly step: Step };

/** The outcome of a job. */
export type JobRecord = {
  readonly job: Job;
  /** Of orders that may be at the bank. */
  readonly orders: OrderOfJob[];
  /** Bank's identifiers of payees that the job entered or changed. */
  readonly payees: Set<string>;
  /** What ended it: a person's name or `desk`, and why. */
  stop: { readonly by: PersonName | 'desk'; readonly why: string } | null;
  /** Kinds of exceptions that named it, on desks of others than an insider. */
  readonly notices: Set<string>;
  /** Steps that led somebody to look outside of the desk, by a mark or by an exception. */
  readonly marked: Set<Step>;
  lookUps: number;
  signatures: number;
  /** Keys that requesting, approving and releasing cost, beyond what a team without rules presses. */
  keys: number;
};

export const newRecord = (job: Job): JobRecord => ({
  ...{ job, orders: [], payees: new Set(), marked: new Set(), stop: null },
  notices: new Set(),
  ...{ lookUps: 0, signatures: 0, keys: 0 },
});

/** One rule set of the drill, under way. */
export type Play = {
  readonly team: DrillTeam;
  /** The bank past the desks. */
  readonly bank: BankAccess;
  readonly habits: Habits;
  /** A new reference, the same in each play of a seed. */
  readonly newReference: () => string;
  /** Key of the plan -> identifier of the bank. */
  readonly payeeIds: Map<string, string>;
};

/** A step on its path through the team. */
export type Course = {
  readonly play: Play;
  readonly record: JobRecord;
  readonly step: Step;
};

export const deskOf = ({ team }: Play, name: PersonName): DrillDesk => team.desks[name];

/** All persons but the maker of a request, in the order in which they look. */
export const colleaguesOf = (maker: PersonName): readonly PersonName[] =>
  (['checker', 'lead', 'maker'] satisfies readonly PersonName[]).filter((name) => name !== maker);

export function stop({ record }: Course, by: PersonName | 'desk', why: string): void {
  record.stop ??= { by, why };
}

/** Notes a reference under which the step may have an order at the bank. */
export function noteOrder({ record: { orders }, step }: Course, reference: string): void {
  if (!orders.some((order) => order.reference === reference && order.step === step))
    orders.push({ reference, isHarm: step.isHarm, step });
}

/** The desk refused: nothing was sent. */
export function stopByDesk(course: Course, { code, message }: AppError): void {
  stop(course, 'desk', `${code}: ${message}`);
}

/**
 * True if a person goes on who is shown these matters. The person looks each of them up outside of the desk. An insider confirms the
 * insider's own without looking. A person who trusts the letter by which a payee was entered finds it in order.
 */
export function goesOn(
  course: Course,
  name: PersonName,
  matters: ReadonlySet<Matter>,
  isMaker: boolean,
): boolean {
  const { play, record, step } = course;
  const { stance } = record.job;
  if (isMaker && stance === 'insider') return true;
  for (const matter of matters) {
    if (!play.habits.looksUp(matter)) continue;
    record.lookUps += 1;
    record.marked.add(step);
    const trustsLetter = isMaker && stance === 'deceived' && matter === 'payee';
    if (trustsLetter || step.papers[matter]) continue;
    stop(course, name, `${matter} is not in order`);
    return false;
  }
  return true;
}

/** Identifier of a payee of the plan. Throws where the bank has none yet: the step that makes it comes first. */
export function payeeIdOf({ payeeIds }: Play, key: string): string {
  const id = payeeIds.get(key);
  if (id === undefined) throw new Error(`${key} is not at the bank`);
  return id;
}

/** The persons who would act on an exception that their desks show. */
export const observersOf = ({ stance }: Job): readonly PersonName[] =>
  stance === 'insider' ? personNames.filter((name) => name !== 'maker') : personNames;
