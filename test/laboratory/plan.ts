import {
  mirageAccounts,
  type MirageTraits,
  type OrderAnswer,
  type OrderBehaviour,
} from '../support/banks/mirage/mirage.ts';
import { hidesInList, listLies, type ListLie } from '../support/banks/mirage/mirage-list.ts';
import { miragePayees } from '../support/banks/mirage/mirage-records.ts';
import {
  hidesInStatement,
  statementLies,
  type StatementLie,
} from '../support/banks/mirage/mirage-statement.ts';
import { dice, type Dice } from './dice.ts';

/** One payment that somebody means, once. */
export type Payment = {
  readonly reference: string;
  readonly account: string;
  readonly payee: string;
  readonly amount: string;
};

/** A file of payments; a line without a reference gets one from the desk, and is known by its amount, which is its own. */
export type PaymentFile = { readonly account: string; readonly lines: readonly FileLine[] };
export type FileLine = Omit<Payment, 'account'>;

/** The moments of a sending at which a desk may die. */
export const killPoints = [
  'before the witness',
  'after the witness',
  'written',
  'on the way',
  'at the bank',
  'settled',
  'behind an answer',
] as const;
export type KillPoint = (typeof killPoints)[number];

/** What happens to the files of a desk that is not running. `at`: where, from 0 to below 1. */
export type Harm =
  | {
      /** `wal`: what the journal has written and not yet moved into its file. */
      readonly what: 'journal' | 'wal' | 'cache';
      readonly how: 'a bit flipped' | 'cut short' | 'emptied' | 'overwritten' | 'removed';
      readonly at: number;
    }
  | {
      readonly what: 'journal' | 'wal' | 'cache' | 'folder';
      readonly how: 'rolled back';
      readonly at: number;
    }
  | { readonly what: 'folder' | 'state'; readonly how: 'removed'; readonly at: number };

type Sending = { readonly behaviour: OrderBehaviour; readonly killAt: KillPoint | null };
/** After so many questions to the bank the desk dies; null: it does not. */
type ReadingEnd = { readonly killAfter: number | null };

export type Step =
  | ({ readonly do: 'pay'; readonly payment: number } & Sending)
  | ({ readonly do: 'pay file'; readonly file: number } & Sending)
  | ({ readonly do: 'send again'; readonly payment: number } & Sending)
  | { readonly do: 'look'; readonly payment: number }
  | ({ readonly do: 'look at all' } & ReadingEnd)
  | ({ readonly do: 'sync'; readonly period: 'usual' | 'last month' } & ReadingEnd)
  | { readonly do: 'ask by telephone'; readonly payment: number }
  | ({ readonly do: 'reconcile' } & ReadingEnd)
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'set the clock'; readonly ms: number }
  | { readonly do: 'set the bank’s clock'; readonly ms: number }
  | { readonly do: 'lie'; readonly list: ListLie | null; readonly statement: StatementLie | null }
  | { readonly do: 'back up' }
  | { readonly do: 'silence the keychain' }
  | { readonly do: 'restart'; readonly how: 'ended' | 'killed'; readonly harms: readonly Harm[] }
  | { readonly do: 'take a snapshot of the machine' }
  | { readonly do: 'put the machine back' }
  /** From here on the steps are those of this desk. */
  | { readonly do: 'turn to'; readonly desk: 0 | 1 };

/** Everything of one history, drawn from its seed before it begins. */
export type Plan = {
  readonly seed: number;
  readonly traits: MirageTraits;
  /** Two desks have a data folder and a memory each, and mean the same payments. */
  readonly desks: 1 | 2;
  readonly payments: readonly Payment[];
  readonly files: readonly PaymentFile[];
  readonly steps: readonly Step[];
};

/** What of the memory outside the data folder can be trusted; without any, a loss could not be noticed. */
const outsides = ['all of it', 'all of it', 'no keychain', 'no state folder'] as const;
type Outside = (typeof outsides)[number];

const minute = 60_000;
const paymentCount = 6;

export function planOf(seed: number): Plan {
  const die = dice(seed);
  const traits: MirageTraits = {
    hasList: !die.chance(0.15),
    reportsPages: die.chance(0.6),
    fee: die.of(['none', 'none', 'separate', 'within']),
    reportsFee: die.chance(0.5),
  };
  const payments = Array.from({ length: paymentCount }, (_, at) => paymentOf(die, at));
  const files = [fileOf(die, 0), fileOf(die, 1)];
  return { seed, traits, desks: 1, payments, files, steps: stepsOf(die, traits) };
}

/**
 * Two desks at a bank without a key. What a second desk cannot see it cannot know: the list hides no booking of the other, the bank
 * books at once or never, and every line of a file has a reference.
 */
export function planOfTwo(seed: number): Plan {
  const die = dice(seed ^ 0x2d);
  const traits: MirageTraits = { ...planOf(seed).traits, hasList: true };
  const payments = Array.from({ length: paymentCount }, (_, at) => paymentOf(die, at));
  const files = [fileOf(die, 0, true), fileOf(die, 1, true)];
  const steps: Step[] = [];
  const both = [stepsOf(die, traits), stepsOf(die, traits)] as const;
  while (both.some((left) => left.length > 0)) {
    const desk = both[0].length === 0 ? 1 : both[1].length === 0 ? 0 : die.of([0, 1] as const);
    steps.push({ do: 'turn to', desk });
    if (die.chance(0.15)) steps.push({ do: 'take a snapshot of the machine' });
    else if (die.chance(0.1)) steps.push({ do: 'put the machine back' });
    steps.push(...both[desk].splice(0, 1 + die.below(4)).map((step) => seenByBoth(step, traits)));
  }
  return { seed, traits, desks: 2, payments, files, steps };
}

/** A step without what would hide a booking of one desk from the other. */
function seenByBoth(step: Step, { reportsPages }: MirageTraits): Step {
  if (step.do === 'lie' && hidesInList(step.list, reportsPages)) return { ...step, list: null };
  if (!('behaviour' in step)) return step;
  const { booksAfterMs } = step.behaviour;
  return {
    ...step,
    behaviour: { ...step.behaviour, booksAfterMs: booksAfterMs === null ? null : 0 },
  };
}

const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

/** Longer than 16 characters, in both cases; those of one day may agree in the first 16. */
function referenceOf(die: Dice, at: number): string {
  const own = Array.from({ length: 3 }, () => letters.charAt(die.below(letters.length))).join('');
  return `Inv-2026-11-${die.chance(0.3) ? 'Abc' : own}-${String(1_000 + at)}`;
}

/** Few amounts and payees: many look like another. */
const paymentOf = (die: Dice, at: number): Payment => ({
  reference: referenceOf(die, at),
  account: die.of(mirageAccounts),
  payee: die.of(miragePayees.slice(0, 2)),
  amount: die.of(['10.00', '10.00', '25.50', '8.50', '99.99']),
});

function fileOf(die: Dice, at: number, isNamed = false): PaymentFile {
  const named = die.chance(0.5) || isNamed;
  const lines = Array.from({ length: 2 + die.below(3) }, (_, line) => ({
    reference: named ? referenceOf(die, 100 + at * 10 + line) : '',
    payee: die.of(miragePayees),
    amount: `${String(1_000 + at * 100 + line)}.25`,
  }));
  return { account: die.of(mirageAccounts), lines };
}

function stepsOf(die: Dice, traits: MirageTraits): Step[] {
  const draw = stepDrawer(die, traits);
  const steps: Step[] = [{ do: 'sync', period: 'usual', killAfter: null }];
  // A payment that goes well is behind every desk.
  if (die.chance(0.7)) steps.push({ do: 'pay', payment: 0, behaviour: well, killAt: null });
  const count = 8 + die.below(14);
  for (let step = 0; step < count; step += 1) steps.push(...draw());
  return steps;
}

const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };

type Act =
  | Exclude<Step['do'], 'take a snapshot of the machine' | 'put the machine back' | 'turn to'>
  | 'chase';

/** What a history is mostly about: one that tries everything at once gets nowhere far. */
const themes: Readonly<
  Record<'memory' | 'evidence' | 'everything', Readonly<Record<Act, number>>>
> = {
  memory: {
    ...{ pay: 20, 'pay file': 10, chase: 3, look: 4, 'look at all': 3, sync: 6 },
    ...{ 'send again': 4, 'ask by telephone': 1, reconcile: 10, wait: 6, lie: 3 },
    ...{ 'set the clock': 1, 'set the bank’s clock': 1, 'back up': 10, restart: 18 },
    'silence the keychain': 4,
  },
  evidence: {
    ...{ pay: 10, 'pay file': 3, chase: 25, look: 3, 'look at all': 4, sync: 5 },
    ...{ 'send again': 4, 'ask by telephone': 1, reconcile: 0, wait: 5, lie: 14 },
    ...{ 'set the clock': 4, 'set the bank’s clock': 2, 'back up': 0, restart: 2 },
    'silence the keychain': 0,
  },
  everything: {
    ...{ pay: 20, 'pay file': 6, chase: 10, look: 5, 'look at all': 4, sync: 6 },
    ...{ 'send again': 6, 'ask by telephone': 2, reconcile: 4, wait: 6, lie: 14 },
    ...{ 'set the clock': 4, 'set the bank’s clock': 2, 'back up': 6, restart: 8 },
    'silence the keychain': 2,
  },
};

function stepDrawer(die: Dice, { hasList, reportsPages }: MirageTraits): () => Step[] {
  const outside = die.of(outsides);
  const theme = themes[die.of(['memory', 'memory', 'evidence', 'evidence', 'everything'] as const)];
  let list: ListLie | null = null;
  let statement: StatementLie | null = null;
  const paid = [0];

  /** Mostly one that was paid before. */
  function payment(chanceOfNew: number): number {
    const one = die.chance(chanceOfNew) ? die.below(paymentCount) : die.of(paid);
    if (!paid.includes(one)) paid.push(one);
    return one;
  }
  const readingEnd = (): ReadingEnd => ({ killAfter: die.chance(0.08) ? die.below(12) : null });
  const sending = (): Sending => ({
    behaviour: behaviourOf(die),
    killAt: die.chance(0.2) ? die.of(killPoints) : null,
  });

  /** List and statement never hide the same booking both: a desk could not find it anywhere. */
  function lieAnew(): Step[] {
    if (die.chance(0.65) && hasList) list = die.chance(0.15) ? null : die.of(listLies);
    else statement = die.chance(0.15) ? null : die.of(statementLies);
    const isHidden = !hasList || hidesInList(list, reportsPages);
    if (isHidden && hidesInStatement(statement)) statement = null;
    return [{ do: 'lie', list, statement }];
  }

  /** As somebody does who wants to have it over: asks until it may be sent again, and sends it. */
  function chase(): Step[] {
    const one = payment(0.3);
    const lost: Step = { do: 'pay', payment: one, behaviour: lostBehaviour(die), killAt: null };
    const look: Step[] = [
      ...(die.chance(0.7) ? [syncStep(die)] : []),
      { do: 'look', payment: one },
    ];
    return [
      ...(die.chance(0.6) ? [lost] : []),
      { do: 'wait', ms: die.between(61_000, 4 * minute) },
      ...look,
      { do: 'wait', ms: die.between(8 * minute, 20 * minute) },
      ...look,
      { do: 'wait', ms: die.between(1 * minute, 3 * minute) },
      ...look,
      { do: 'send again', payment: one, ...sending() },
    ];
  }

  const acts: Record<Act, () => Step[]> = {
    pay: () => [{ do: 'pay', payment: payment(0.5), ...sending() }],
    'pay file': () => [{ do: 'pay file', file: die.below(2), ...sending() }],
    chase,
    look: () => [{ do: 'look', payment: payment(0.1) }],
    'look at all': () => [{ do: 'look at all', ...readingEnd() }],
    sync: () => [{ ...syncStep(die), ...readingEnd() }],
    'send again': () => [{ do: 'send again', payment: payment(0.1), ...sending() }],
    'ask by telephone': () => [{ do: 'ask by telephone', payment: payment(0.1) }],
    reconcile: () => [{ do: 'reconcile', ...readingEnd() }],
    wait: () => [{ do: 'wait', ms: waitOf(die) }],
    'set the clock': () => [{ do: 'set the clock', ms: jumpOf(die) }],
    'set the bank’s clock': () => [
      { do: 'set the bank’s clock', ms: die.chance(0.4) ? 0 : jumpOf(die) },
    ],
    lie: lieAnew,
    'back up': () => [{ do: 'back up' }],
    restart: () => [restartOf(die, outside)],
    'silence the keychain': () =>
      outside === 'no keychain' ? [{ do: 'silence the keychain' }] : [restartOf(die, outside)],
  };
  const weights = Object.entries(theme) as [Act, number][];
  const draws = weights.map(([act, weight]) => [weight, acts[act]] as const);
  return () => die.weighted(draws)();
}

const syncStep = (die: Dice): Extract<Step, { do: 'sync' }> => ({
  do: 'sync',
  period: die.chance(0.2) ? 'last month' : 'usual',
  killAfter: null,
});

const waitOf = (die: Dice): number =>
  die.of([3_000, 70_000, 5 * minute, 11 * minute, 40 * minute, 4 * 60 * minute, 26 * 60 * minute]);

const jumpOf = (die: Dice): number => die.of([11, -11, 3, 90, -90, 24 * 60, -24 * 60]) * minute;

/** A bank that turns something down does not book it, and none books later than ten minutes: it could not be known. */
function behaviourOf(die: Dice): OrderBehaviour {
  if (die.chance(0.35)) return well;
  if (die.chance(0.15)) return { booksAfterMs: null, answer: die.of(noes) };
  if (die.chance(0.1)) return { booksAfterMs: null, failsLater: true, answer: die.of(losses) };
  const late = die.chance(0.3) ? die.between(1_000, 9 * minute) : 0;
  if (die.chance(0.35)) return { booksAfterMs: late, answer: die.of(accountStatements) };
  return { booksAfterMs: die.chance(0.3) ? null : late, answer: die.of(losses) };
}

const lostBehaviour = (die: Dice): OrderBehaviour => ({
  booksAfterMs: die.of([null, null, 0, die.between(1_000, 9 * minute)]),
  answer: die.of(losses),
});

const noes: readonly OrderAnswer[] = ['failed', 'rejected', 'refused'];
const losses: readonly OrderAnswer[] = [
  'none',
  'none',
  'unauthorized',
  'cut',
  'error',
  'page',
  'conflict',
  'empty',
];
const accountStatements: readonly OrderAnswer[] = [
  'pending',
  'identifier only',
  'identifier and reference',
  'identifier and amount',
  'amount null',
  'other reference',
  'other amount',
  'other currency',
  'other account',
  'other payee',
];

function restartOf(die: Dice, outside: Outside): Step {
  const count = die.of([0, 1, 1, 1, 2]);
  return {
    do: 'restart',
    how: die.of(['ended', 'killed']),
    harms: Array.from({ length: count }, () => harmOf(die, outside)),
  };
}

function harmOf(die: Dice, outside: Outside): Harm {
  const at = die.next();
  if (outside === 'no state folder' && die.chance(0.25))
    return { what: 'state', how: 'removed', at };
  const what = die.of(['journal', 'journal', 'wal', 'cache', 'folder'] as const);
  if (what === 'folder') return { what, how: die.chance(0.2) ? 'removed' : 'rolled back', at };
  return {
    what,
    how: die.of([
      'a bit flipped',
      'cut short',
      'emptied',
      'overwritten',
      'removed',
      'rolled back',
      'rolled back',
    ]),
    at,
  };
}
