import { signingActor } from '../../../shared/actor.ts';
import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import { unapprovedIn } from '../../desk/approvals/due/unapproved.ts';
import { endBrokenRuns } from '../../desk/due/day-runs/day-runner.ts';
import { planRun, previewRun } from '../../desk/due/day-runs/plan-run.ts';
import { runView } from '../../desk/due/day-runs/run-view.ts';
import { deskClock, timestampNow } from '../../engines/machine/context.ts';
import { dayRunById, endDayRun, openDayRunOf } from '../../nouns/due-payments/day-runs/tables.ts';
import { dateOption } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type ExitCode, type Global } from '../input/command.ts';
import { withHeldCopy } from '../input/copy-access.ts';

/** The options of `due` that plan and withdraw a run. */
export const dayRunOptions = {
  'send-on-day': { type: 'string' },
  before: { type: 'string' },
  'planned-by': { type: 'string' },
  'withdraw-run': { type: 'string' },
} as const;

/** A run that is to be planned, or withdrawn. */
export type DayRunWish =
  | { readonly do: 'withdraw'; readonly day: IsoDate }
  | {
      readonly do: 'plan';
      readonly day: IsoDate;
      readonly until: Timestamp;
      readonly name: string;
      /** Null for all. */
      readonly accounts: readonly string[] | null;
    };

type Values = Partial<Record<keyof typeof dayRunOptions, string>> & {
  readonly account?: string[] | undefined;
} & Readonly<Record<string, unknown>>;

/** Reads the run from the options; null where they name none. Throws {@link WrongUse} where they contradict. */
export function dayRunWish(values: Values): DayRunWish | null {
  const withdrawn = dateOption(values['withdraw-run'], 'withdraw-run');
  const day = dateOption(values['send-on-day'], 'send-on-day');
  const stray = (allowed: readonly string[]): void => {
    const other = Object.keys(values).find(
      (name) => values[name] !== undefined && !allowed.includes(name),
    );
    if (other !== undefined) throw new WrongUse(`--${other} does not go with a run.`);
  };
  if (withdrawn !== undefined) {
    stray(['withdraw-run']);
    return { do: 'withdraw', day: withdrawn };
  }
  if (day === undefined) {
    const lone = (['before', 'planned-by'] as const).find((name) => values[name] !== undefined);
    if (lone !== undefined) throw new WrongUse(`--${lone} belongs to --send-on-day.`);
    return null;
  }
  stray(['send-on-day', 'before', 'planned-by', 'account']);
  const name = values['planned-by']?.trim() ?? '';
  if (name === '')
    throw new WrongUse('--send-on-day needs --planned-by NAME: the person who lets it.');
  const time = /^([01]\d|2[0-3]):[0-5]\d$/u.exec(values.before ?? '')?.[0];
  if (time === undefined) throw new WrongUse('--send-on-day needs --before HH:MM, a time in UTC.');
  const until = `${day}T${time}:00.000Z`;
  return { do: 'plan', day, until, name, accounts: values.account ?? null };
}

/**
 * Plans or withdraws a run over the local copy, without network. It sends nothing itself: an open window does. Prints the run, and for a
 * plan the payments that a person must send. Exit 1 where no payment can be planned, or no run is open.
 */
export function changeDayRun(global: Global, wish: DayRunWish): Promise<ExitCode> {
  const { io } = global;
  return withHeldCopy(global, ({ journal, reader, team, deskId }) => {
    const clock = deskClock(io.clock, () => null);
    // No window is open, because this process has the lock of the journal: a run that is still started was broken off.
    endBrokenRuns(journal, clock);
    if (wish.do === 'withdraw') {
      const open = openDayRunOf(journal, wish.day);
      if (open === null) {
        io.print(JSON.stringify({ day: wish.day, state: 'none' }));
        return Promise.resolve(1);
      }
      const end = { state: 'withdrawn', sent: 0, reason: null } as const;
      endDayRun(journal, open.runId, end, timestampNow(clock));
      io.print(JSON.stringify(runView(dayRunById(journal, open.runId) ?? open)));
      return Promise.resolve(0);
    }
    const { day, until, name, accounts } = wish;
    const now = () => timestampNow(clock);
    const planning = { journal, clock, whyUnapproved: unapprovedIn({ team, reader, now }) };
    const shown = previewRun(planning, day, accounts);
    const leftOut = shown.leftOut.map(({ reference, reason }) => ({ reference, reason }));
    if (shown.payments.length === 0) {
      io.print(JSON.stringify({ day, state: 'none', leftOut }));
      return Promise.resolve(1);
    }
    const payments = shown.payments.map(({ reference, digest }) => ({ reference, digest }));
    const actor = signingActor(deskId, null, name);
    const run = valueOf(planRun(planning, { day, until, payments, actor }, newContext()));
    const references = payments.map(({ reference }) => reference);
    io.print(JSON.stringify({ ...runView(run), payments: references, leftOut }));
    return Promise.resolve(0);
  });
}
