import { addDays, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { OrderBehaviour } from '../../support/banks/mirage/mirage.ts';
import { dice, type Dice } from '../dice.ts';
import { killPoints, type KillPoint } from '../plan.ts';

export const dayMs = 86_400_000;
export const minuteMs = 60_000;

/** The Monday on which every history begins, and the Wednesday on which banks are closed by the bank file. */
export const monday: IsoDate = '2026-11-02';
export const holiday = { day: addDays(monday, 2), moved: addDays(monday, 3) } as const;

/** plain: paid as it is · other details: names an account that is not the payee's · same: another file of an invoice · twin: alike under another number. */
export type Fate = 'plain' | 'other details' | 'same' | 'twin';

export type LabInvoice = {
  readonly number: string;
  readonly fate: Fate;
  readonly payee: number;
  readonly amount: string;
  readonly due: IsoDate;
};

/** How one sending goes. */
export type Sending = { readonly behaviour: OrderBehaviour; readonly killAt: KillPoint | null };

export type DayStep =
  | ({ readonly do: 'drop'; readonly invoices: readonly number[] } & Sending)
  | ({ readonly do: 'resume' } & Sending)
  | ({ readonly do: 'send due'; readonly times: 1 | 2; readonly isReleased: boolean } & Sending)
  /** A newer edition of a list of sanctions that has the name of this payee too. */
  | { readonly do: 'list'; readonly payee: number }
  /** A person decides about all matches. */
  | { readonly do: 'decide'; readonly as: 'same' | 'other' | 'open' }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'set the clock'; readonly ms: number }
  | { readonly do: 'restart'; readonly how: 'ended' | 'killed' }
  | { readonly do: 'snapshot' }
  | { readonly do: 'put back' };

export type DayPlan = {
  readonly seed: number;
  readonly invoices: readonly LabInvoice[];
  /** Two machines at one bank, each with all of it for itself. */
  readonly desks: 1 | 2;
  readonly steps: readonly (DayStep & { readonly desk: number })[];
};

const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };
export const going: Sending = { behaviour: well, killAt: null };

/** Forty invoices: three with other bank details, one as a second file, one alike under another number. */
const plainCount = 35;
const wrongCount = 3;

export function dayPlan(seed: number): DayPlan {
  const die = dice(seed ^ 0xda1);
  const invoices = invoicesOf(die);
  const desks = die.chance(0.5) ? 2 : 1;
  const order = invoices.map((_, at) => [die.next(), at] as const).toSorted(([a], [b]) => a - b);
  const shuffled = order.map(([, at]) => at);
  const groups = [0, 1, 2].map((nth) => shuffled.filter((_, at) => at % 3 === nth));
  const desk = (): number => die.below(desks);
  const drops = groups.map((group) => ({
    ...({ do: 'drop', invoices: group, desk: desk() } as const),
    ...sendingOf(die, desks),
  }));
  const steps: DayPlan['steps'][number][] = [];
  for (const drop of drops) {
    steps.push(drop);
    for (let count = die.below(4); count > 0; count -= 1)
      steps.push({ ...stepOf(die, desks, groups), desk: desk() });
  }
  for (let count = 0; count < 7; count += 1)
    steps.push({ ...stepOf(die, desks, groups), desk: desk() });
  return { seed, invoices, desks, steps };
}

function invoicesOf(die: Dice): LabInvoice[] {
  const one = (at: number, fate: Fate): LabInvoice => ({
    ...{ number: `RE-${String(at + 1)}`, fate, payee: at % 3, amount: `${String(100 + at)}.25` },
    due: addDays(monday, die.below(8) - 1),
  });
  const plain = Array.from({ length: plainCount }, (_, at) => one(at, 'plain'));
  const wrong = Array.from({ length: wrongCount }, (_, at) =>
    one(plainCount + at, 'other details'),
  );
  const [same, alike] = [plain[die.below(12)]!, plain[12 + die.below(12)]!];
  return [
    ...plain,
    ...wrong,
    { ...same, fate: 'same' },
    { ...one(plainCount + wrongCount + 1, 'twin'), payee: alike.payee, amount: alike.amount },
  ];
}

function sendingOf(die: Dice, desks: 1 | 2): Sending {
  const killAt = die.chance(0.3) ? die.of(killPoints) : null;
  if (die.chance(0.6)) return { behaviour: well, killAt };
  const answer = die.of(['none', 'error', 'cut', 'refused', 'empty', 'pending'] as const);
  // A second desk cannot know what the bank books and lists later.
  const booksAfterMs = die.of(desks === 2 ? [null, 0, 0] : [null, 0, 0, minuteMs]);
  return { behaviour: { booksAfterMs, answer }, killAt };
}

function stepOf(die: Dice, desks: 1 | 2, groups: readonly (readonly number[])[]): DayStep {
  return die.weighted<() => DayStep>([
    [
      8,
      () => ({
        ...{ do: 'send due', times: die.chance(0.3) ? 2 : 1, isReleased: die.chance(0.4) },
        ...sendingOf(die, desks),
      }),
    ],
    [3, () => ({ do: 'resume', ...sendingOf(die, desks) })],
    [2, () => ({ do: 'drop', invoices: die.of(groups), ...sendingOf(die, desks) })],
    // Past the cut-off at noon, past midnight, and by a whole day.
    [6, () => ({ do: 'pass', ms: die.of([20 * minuteMs, dayMs / 6, dayMs / 2, dayMs, dayMs]) })],
    [2, () => ({ do: 'set the clock', ms: die.of([0, dayMs, -dayMs, 3 * dayMs, -3 * dayMs]) })],
    [2, () => ({ do: 'restart', how: die.of(['ended', 'killed'] as const) })],
    [2, () => ({ do: 'list', payee: die.below(3) })],
    [2, () => ({ do: 'decide', as: die.of(['other', 'other', 'same', 'open']) })],
    [1, () => ({ do: 'snapshot' })],
    [1, () => ({ do: 'put back' })],
  ])();
}
