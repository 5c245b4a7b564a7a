import { dice, type Dice } from '../../../test/laboratory/dice.ts';
import { drawBetween, drawInvoice } from './amounts.ts';
import { inOrder, type Action, type Job, type Plan, type PlannedPayee, type Step } from './jobs.ts';
import { PayeeDraws } from './payees.ts';
import { drawScheme, variants } from './schemes.ts';

/** Payees of ordinary work. */
const suppliersCount = 12;
const paymentsADay = 6;
/** Days in which each scheme is tried once, and ordinary work that is rare comes up once. */
const schemeDays = 10;
const rareDays = 5;
const earliest = 8 * 60;
const hour = 60;

/** The ordinary work and the schemes of so many working days, the same for the same seed. */
export function drawPlan(seed: number, days: number): Plan {
  const draws = dice(seed);
  const payees = new PayeeDraws(draws);
  const known: PlannedPayee[] = [];
  const addKnown = (): PlannedPayee => {
    const payee = payees.next();
    known.push(payee);
    return payee;
  };
  const suppliers = Array.from({ length: suppliersCount }, addKnown);
  const jobs: Job[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let count = 0; count < paymentsADay; count += 1)
      jobs.push(
        ordinary(`${String(day)} payment ${String(count)}`, [
          payStep(draws, draws.of(suppliers), { day, minute: drawMinute(draws) }),
        ]),
      );
    if (day % 2 === 0) jobs.push(ordinary(`${String(day)} conversion`, [conversion(draws, day)]));
  }
  for (let from = 0; from < days; from += rareDays) {
    const rare = { draws, payees, addKnown };
    for (const [name, steps] of rareWork(
      rare,
      () => from + draws.below(Math.min(rareDays, days - from)),
    ))
      jobs.push(ordinary(`${String(from)} ${name}`, steps));
  }
  for (let from = 0; from < days; from += schemeDays)
    for (const variant of variants) {
      // A scheme that takes more days than are left is not begun.
      const room = Math.min(schemeDays, days - from) - variant.days + 1;
      if (room < 1) continue;
      const day = from + draws.below(room);
      const name = `${String(from)} ${variant.kind}, ${variant.variant}`;
      jobs.push(drawScheme(variant, { dice: draws, payees, known: addKnown, day }, name));
    }
  return { days, known, jobs };
}

const ordinary = (name: string, steps: readonly Step[]): Job => ({
  ...{ name, scheme: null, stance: 'honest', steps },
});

const drawMinute = (draws: Dice): number => earliest + draws.below(8 * hour);

type Moment = Pick<Step, 'day' | 'minute'>;

const step = (action: Action, moment: Moment): Step => ({
  ...action,
  ...moment,
  ...{ papers: inOrder, isHarm: false },
});

const payStep = (
  draws: Dice,
  { key }: PlannedPayee,
  moment: Moment,
  amount = drawInvoice(draws),
): Step => step({ do: 'pay', payee: key, amount, by: 'maker' }, moment);

const conversion = (draws: Dice, day: number): Step =>
  step(
    { do: 'convert', amount: drawBetween(draws, 300_000, 4_000_000), price: 'fair' },
    { day, minute: drawMinute(draws) },
  );

type RareDraws = {
  readonly draws: Dice;
  readonly payees: PayeeDraws;
  readonly addKnown: () => PlannedPayee;
};

/** Legitimate work that looks like a scheme: each kind once in a week. */
function rareWork(
  { draws, payees, addKnown }: RareDraws,
  drawDay: () => number,
): readonly (readonly [name: string, steps: readonly Step[]])[] {
  const [created, changed, twice] = [payees.next(), addKnown(), addKnown()];
  const at = (day: number, minute: number): Moment => ({ day, minute });
  const [newDay, changeDay, twinDay] = [drawDay(), drawDay(), drawDay()];
  const minute = drawMinute(draws) - hour;
  const amount = drawInvoice(draws);
  const accountNumber = payees.iban();
  return [
    [
      'new payee',
      [
        step({ do: 'create payee', payee: created }, at(newDay, minute)),
        payStep(draws, created, at(newDay, minute + 2 * hour)),
      ],
    ],
    [
      'moved payee',
      [
        step(
          { do: 'change payee', payee: changed.key, accountNumber, at: 'desk' },
          at(changeDay, minute),
        ),
        payStep(draws, changed, at(changeDay, minute + 2 * hour)),
      ],
    ],
    [
      'two equal invoices',
      [
        payStep(draws, twice, at(twinDay, minute), amount),
        payStep(draws, twice, at(twinDay, minute + 2 * hour), amount),
      ],
    ],
  ];
}
