import type { Dice } from '../../../test/laboratory/dice.ts';
import { centsText, drawBetween } from './amounts.ts';
import {
  inOrder,
  type Action,
  type Job,
  type PlannedPayee,
  type Scheme,
  type Stance,
  type Step,
} from './jobs.ts';
import type { PayeeDraws } from './payees.ts';

/** What a scheme is drawn with. */
export type SchemeDraws = {
  readonly dice: Dice;
  readonly payees: PayeeDraws;
  /** A payee that the team has paid before, and no other job pays. */
  readonly known: () => PlannedPayee;
  /** The day on which it begins. */
  readonly day: number;
};

type Variant = Scheme & {
  /** Working days from the first step to the last, both counted. */
  readonly days: number;
  readonly draw: (draws: SchemeDraws) => Drawn;
};
type Drawn = { readonly stance: Stance; readonly steps: readonly Step[] };

const earliest = 9 * 60;
const hour = 60;

/** An invoice that the limit would stop. */
const drawLarge = (dice: Dice): string => drawBetween(dice, 1_200_000, 2_900_000);
const drawSmall = (dice: Dice): string => drawBetween(dice, 150_000, 890_000);

const drawMinute = (dice: Dice): number => earliest + dice.below(3 * hour);

const harmless = (action: Action, day: number, minute: number): Step => ({
  ...action,
  ...{ day, minute, papers: inOrder, isHarm: false },
});

const harm = (step: Step, wrong: Partial<Step['papers']>): Step => ({
  ...step,
  papers: { ...step.papers, ...wrong },
  isHarm: true,
});

const changedIban = (
  variant: string,
  stance: Stance,
  at: 'desk' | 'bank',
  drawAmount: (dice: Dice) => string,
): Variant => ({
  ...{ kind: 'changed IBAN', variant, days: 1 },
  draw: ({ dice, payees, known, day }) => {
    const { key } = known();
    const minute = drawMinute(dice);
    const change = { do: 'change payee', payee: key, accountNumber: payees.iban(), at } as const;
    const pay = { do: 'pay', payee: key, amount: drawAmount(dice), by: 'maker' } as const;
    const wrong = { payee: false };
    return {
      stance,
      steps: [
        // Changed bank details alone take no money.
        { ...harm(harmless(change, day, minute), wrong), isHarm: false },
        harm(harmless(pay, day, minute + hour), wrong),
      ],
    };
  },
});

const twinInvoice = (
  variant: string,
  by: 'maker' | 'lead',
  later: { readonly days: number; readonly minutes: number },
): Variant => ({
  ...{ kind: 'twin invoice', variant, days: later.days + 1 },
  draw: ({ dice, known, day }) => {
    const { key } = known();
    const [amount, minute] = [drawSmall(dice), drawMinute(dice)];
    const pay = (who: 'maker' | 'lead') => ({ do: 'pay', payee: key, amount, by: who }) as const;
    return {
      stance: 'honest',
      steps: [
        harmless(pay('maker'), day, minute),
        harm(harmless(pay(by), day + later.days, minute + later.minutes), { invoice: false }),
      ],
    };
  },
});

const lookAlike = (variant: string, nameLike: (name: string) => string): Variant => ({
  ...{ kind: 'look-alike payee', variant, days: 1 },
  draw: ({ dice, payees, known, day }) => {
    const minute = drawMinute(dice);
    const payee = payees.named(nameLike(known().name));
    const wrong = { payee: false };
    const pay = { do: 'pay', payee: payee.key, amount: drawSmall(dice), by: 'maker' } as const;
    return {
      stance: 'honest',
      steps: [
        { ...harm(harmless({ do: 'create payee', payee }, day, minute), wrong), isHarm: false },
        harm(harmless(pay, day, minute + hour), wrong),
      ],
    };
  },
});

/** Swaps two letters; the word still reads the same. */
const misspelled = (name: string): string => name.replace(/^(.)(.)(.)/, '$1$3$2');
const mirrored = (name: string): string => {
  const [first = ''] = name.split(' ');
  const letters = first.toLowerCase().split('').toReversed().join('');
  return `${letters.charAt(0).toUpperCase()}${letters.slice(1)} Advisory`;
};
/** Latin o and a become Cyrillic ones. */
const otherLetters = (name: string): string => name.replaceAll('o', 'о').replaceAll('a', 'а');

/** Parts of an invoice in cents, each under the limit. */
const splitInvoice = (
  variant: string,
  drawParts: (dice: Dice) => readonly number[],
  payeesPaid: 1 | 3,
): Variant => ({
  ...{ kind: 'split under the limit', variant, days: 1 },
  draw: ({ dice, known, day }) => {
    const minute = drawMinute(dice);
    const paid = Array.from({ length: payeesPaid }, known);
    const steps = drawParts(dice).map((cents, place) => {
      const payee = paid[place % paid.length]?.key ?? '';
      const pay = { do: 'pay', payee, amount: centsText(cents), by: 'maker' } as const;
      const step = harmless(pay, day, minute + place * hour);
      // The first part could be an invoice of its own.
      return harm(step, place === 0 ? {} : { invoice: false, sum: false });
    });
    return { stance: 'insider', steps };
  },
});

const equalParts = (dice: Dice): number[] => {
  const part = dice.between(880_000, 990_000);
  return [part, part, part];
};
const differentParts = (dice: Dice): number[] =>
  [880_000, 920_000, 960_000].map((cents) => cents + dice.below(30_000));

const rushedPrice = (
  variant: string,
  price: Extract<Action, { do: 'convert' }>['price'],
): Variant => ({
  ...{ kind: 'rushed price', variant, days: 1 },
  draw: ({ dice, day }) => {
    const convert = { do: 'convert', amount: drawLarge(dice), price } as const;
    return {
      stance: 'honest',
      steps: [harm(harmless(convert, day, drawMinute(dice)), { price: false })],
    };
  },
});

const pastTheDesk = (
  variant: string,
  what: Extract<Action, { do: 'go past the desk' }>['with'],
): Variant => ({
  ...{ kind: 'payment past the desk', variant, days: 1 },
  draw: ({ dice, known, day }) => {
    const { key } = known();
    const [amount, minute] = [drawSmall(dice), drawMinute(dice)];
    const past = { do: 'go past the desk', with: what, payee: key, amount } as const;
    const pay = { do: 'pay', payee: key, amount, by: 'maker' } as const;
    return {
      stance: 'insider',
      steps: [
        ...(what === 'again' ? [harmless(pay, day, minute)] : []),
        harm(harmless(past, day, minute + 4 * hour), {}),
      ],
    };
  },
});

/** Every scheme of the drill. */
export const variants: readonly Variant[] = [
  changedIban('a forged letter', 'deceived', 'desk', drawSmall),
  changedIban('changed at the bank', 'honest', 'bank', drawLarge),
  changedIban('by the maker', 'insider', 'desk', drawSmall),
  twinInvoice('entered twice in a day', 'maker', { days: 0, minutes: 4 * hour }),
  twinInvoice('paid at two desks', 'lead', { days: 0, minutes: hour }),
  twinInvoice('sent again days later', 'maker', { days: 3, minutes: 0 }),
  lookAlike('a name with swapped letters', misspelled),
  lookAlike('a name in other letters', otherLetters),
  lookAlike('a name like no other', mirrored),
  splitInvoice('equal parts in a day', equalParts, 1),
  splitInvoice('different parts in a day', differentParts, 1),
  splitInvoice('parts to three payees', differentParts, 3),
  rushedPrice('poor for a quarter of an hour', { poorMinutes: 15 }),
  rushedPrice('poor all day', { poorMinutes: 10 * hour }),
  rushedPrice('another price than quoted', 'slipped'),
  pastTheDesk('a payment with the bank’s password', 'payment'),
  pastTheDesk('a second payment under a claimed reference', 'again'),
  pastTheDesk('a conversion with the bank’s password', 'conversion'),
];

export function drawScheme(
  { kind, variant, draw }: Variant,
  draws: SchemeDraws,
  name: string,
): Job {
  return { name, scheme: { kind, variant }, ...draw(draws) };
}
