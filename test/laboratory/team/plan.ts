import {
  mirageAccounts,
  miragePayees,
  type MirageTraits,
  type OrderAnswer,
  type OrderBehaviour,
} from '../../support/banks/mirage/mirage.ts';
import { listLies, type ListLie } from '../../support/banks/mirage/mirage-list.ts';
import type { Point } from '../desk.ts';
import { dice, type Dice } from '../dice.ts';
import { killPoints, type PaymentFile } from '../plan.ts';
import { lineMoments, type LineFault, type LineMoment } from './record-line.ts';
import { desks, type DeskAt } from './world.ts';

/** What is to be paid once, whichever of its two references somebody enters it under. */
export type Invoice = {
  readonly account: string;
  readonly payee: string;
  readonly amount: string;
  readonly references: readonly [string, string];
};
export type NameAt = 0 | 1;

export type HoldPoint = Extract<Point, LineMoment | 'before the witness'>;
const holdPoints: readonly HoldPoint[] = [
  'before the witness',
  'before the witness',
  'claim on its way',
  'claim at the record',
];

/** How a sending of one desk goes. */
export type Sending = {
  readonly behaviour: OrderBehaviour;
  readonly killAt: Point | null;
  readonly fault: LineFault | null;
  /** There the desk stands still until it is released. */
  readonly hold: HoldPoint | null;
  /** Reads the record on first, as a command does; a window has read it within half a minute. */
  readonly readsFirst: boolean;
};

type OfDesk = { readonly desk: DeskAt };
type OfPayment = OfDesk & { readonly invoice: number; readonly name: NameAt };

export type TeamStep =
  | ({ readonly do: 'pay' } & OfPayment & Sending)
  | ({ readonly do: 'pay file'; readonly file: number } & OfDesk & Sending)
  | ({ readonly do: 'release' } & OfDesk)
  | ({ readonly do: 'look' } & OfPayment)
  | ({ readonly do: 'sync' | 'read on' | 'reconcile' } & OfDesk)
  | { readonly do: 'wait'; readonly ms: number; readonly asleep: readonly DeskAt[] }
  | ({ readonly do: 'set the clock'; readonly ms: number } & OfDesk)
  | { readonly do: 'lie'; readonly list: ListLie | null }
  | ({ readonly do: 'cut the line' | 'mend the line' } & OfDesk)
  | ({ readonly do: 'restart'; readonly how: 'ended' | 'killed' } & OfDesk)
  | ({ readonly do: 'back up' | 'put the folder back' | 'put the record’s copy back' } & OfDesk)
  | ({ readonly do: 'take a snapshot of the machine' | 'put the machine back' } & OfDesk)
  | { readonly do: 'back up the record'; readonly how: 'copied' | 'dumped' }
  | { readonly do: 'restore the record'; readonly age: number }
  | ({ readonly do: 'repair' } & OfDesk)
  | { readonly do: 'crash the database' }
  | { readonly do: 'fork the record'; readonly away: readonly DeskAt[] }
  | { readonly do: 'join the fork' }
  | ({ readonly do: 'revoke'; readonly whom: DeskAt } & OfDesk)
  | { readonly do: 'reopen the revoked'; readonly whom: DeskAt }
  | ({ readonly do: 'take over' } & OfPayment)
  /** Takes a defence of the record out; no history that is drawn does. */
  | { readonly do: 'change the record'; readonly sql: string };

/** What is done to a machine while its desk is stopped. */
export type MachineStep = Extract<TeamStep, { readonly do: MachineAct }>;
type MachineAct =
  | 'restart'
  | 'back up'
  | 'put the folder back'
  | 'put the record’s copy back'
  | 'take a snapshot of the machine'
  | 'put the machine back';
export type DeskStep = Exclude<Extract<TeamStep, { readonly desk: DeskAt }>, MachineStep>;

/** claims: the record is all that holds desks apart · history: the record itself is lost, and the bank’s list can be read. */
export type Theme = 'claims' | 'history';

/** Everything of one history, drawn from its seed before it begins. */
export type TeamPlan = {
  readonly seed: number;
  readonly theme: Theme;
  readonly traits: MirageTraits;
  readonly invoices: readonly Invoice[];
  readonly files: readonly PaymentFile[];
  readonly steps: readonly TeamStep[];
};

const minute = 60_000;
const invoiceCount = 5;

/** A second reference is known as a twin for a day, so no history lasts as long. */
const longestMs = 18 * 60 * minute;

export function planOfTeam(seed: number): TeamPlan {
  const die = dice(seed ^ 0x7ea3);
  const theme: Theme = die.chance(0.5) ? 'claims' : 'history';
  const traits: MirageTraits = {
    hasList: theme === 'history' || !die.chance(0.3),
    reportsPages: die.chance(0.6),
    fee: 'none',
    reportsFee: false,
    repeats: die.of(['booked', 'replayed', 'refused']),
  };
  const invoices = Array.from({ length: invoiceCount }, (_, at) => invoiceOf(die, at));
  const files = [fileOf(die, 0, invoices), fileOf(die, 1, invoices)];
  return { seed, theme, traits, invoices, files, steps: stepsOf(die, theme, traits) };
}

/** Few amounts and payees: many look like another. */
const invoiceOf = (die: Dice, at: number): Invoice => ({
  account: die.of(mirageAccounts),
  payee: die.of(miragePayees.slice(0, 2)),
  amount: die.of(['10.00', '10.00', '25.50', '8.50']),
  references: [`Inv-2026-11-${1_000 + at}`, `Rechnung-${2_000 + at}-November`],
});

function fileOf(die: Dice, at: number, invoices: readonly Invoice[]): PaymentFile {
  const account = die.of(mirageAccounts);
  const lines = Array.from({ length: 2 + die.below(4) }, (_, line) => ({
    reference: `Pay-${at}-${line}-${die.below(1_000)}`,
    payee: die.of(miragePayees),
    amount: `${1_000 + at * 100 + line}.25`,
  }));
  const invoice = die.chance(0.4) ? die.of(invoices) : null;
  if (invoice === null) return { account, lines };
  const { payee, amount, references } = invoice;
  return {
    account: invoice.account,
    lines: [...lines, { payee, amount, reference: die.of(references) }],
  };
}

const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };

const losses: readonly OrderAnswer[] = [
  ...(['none', 'none', 'unauthorized', 'cut', 'error', 'page', 'conflict', 'empty'] as const),
];
/** Answers to what is booked, now or later. */
const unclear: readonly OrderAnswer[] = [
  'pending',
  'identifier only',
  'amount null',
  'other amount',
];

/** What it turns down it does not book, and none books later than nine minutes: it could not be known. */
function behaviourOf(die: Dice, theme: Theme): OrderBehaviour {
  if (die.chance(0.5)) return well;
  if (die.chance(0.15)) return { booksAfterMs: null, answer: die.of(['failed', 'refused']) };
  const late = theme === 'claims' && die.chance(0.3) ? die.between(1_000, 9 * minute) : 0;
  if (die.chance(0.3)) return { booksAfterMs: null, answer: die.of(losses) };
  return { booksAfterMs: late, answer: die.of([...losses, ...unclear]) };
}

/** A loss behind which the bank may book it, at once or late. */
const lostBehaviour = (die: Dice, theme: Theme): OrderBehaviour => ({
  booksAfterMs: theme === 'claims' ? die.of([0, null, die.between(1_000, 9 * minute)]) : 0,
  answer: die.of(losses),
});

const cutAt = (at: LineMoment): LineFault => ({ at, staysCut: true });

type Act = Exclude<TeamStep['do'], 'change the record'> | 'chase' | 'race' | 'lose a laptop';

const themes: Readonly<Record<Theme, Partial<Readonly<Record<Act, number>>>>> = {
  claims: {
    ...{ pay: 30, 'pay file': 10, race: 14, chase: 8, look: 3, sync: 3, 'read on': 4 },
    ...{ reconcile: 2, wait: 6, 'set the clock': 3, lie: 4, 'cut the line': 3 },
    ...{ restart: 6, 'back up': 3, 'put the folder back': 2, 'put the record’s copy back': 2 },
    ...{ 'take a snapshot of the machine': 4, 'put the machine back': 5 },
    ...{
      'lose a laptop': 5,
      'crash the database': 1.2,
      revoke: 2,
      'reopen the revoked': 2,
      'take over': 6,
    },
  },
  history: {
    ...{ pay: 30, 'pay file': 8, race: 4, chase: 4, look: 2, sync: 3, 'read on': 8 },
    ...{ reconcile: 2, wait: 4, 'set the clock': 1, 'cut the line': 3, restart: 5 },
    ...{ 'take a snapshot of the machine': 3, 'put the machine back': 3 },
    ...{ 'back up': 2, 'put the folder back': 1, 'put the record’s copy back': 2 },
    ...{ 'back up the record': 8, 'restore the record': 8, repair: 6, 'take over': 3 },
    ...{ 'fork the record': 3, 'join the fork': 4, revoke: 1, 'reopen the revoked': 1 },
  },
};

function stepsOf(die: Dice, theme: Theme, { hasList }: MirageTraits): TeamStep[] {
  let leftMs = longestMs;
  const touched: (readonly [number, NameAt])[] = [[0, 0]];
  const desk = (): DeskAt => die.of(desks);

  /** Mostly one that somebody tried to pay before, under that reference or the other. */
  function payment() {
    const fresh = [die.below(invoiceCount), die.of([0, 0, 1])] as const;
    const [invoice, known] = die.chance(0.4) ? fresh : die.of(touched);
    const name: NameAt = die.chance(0.25) ? (known === 0 ? 1 : 0) : known === 0 ? 0 : 1;
    touched.push([invoice, name]);
    return { invoice, name };
  }

  const wait = (ms: number, asleep: readonly DeskAt[] = []): TeamStep[] => {
    if (ms > leftMs) return [];
    leftMs -= ms;
    return [{ do: 'wait', ms, asleep }];
  };
  const pay = (at: DeskAt, change: Partial<Sending> = {}): TeamStep => ({
    ...{ do: 'pay', desk: at, ...payment(), ...sendingOf(die, theme), ...change },
  });

  /** A desk stands still on its way to the bank, and the others go on. */
  function race(): TeamStep[] {
    const at = desk();
    const held = pay(at, { hold: die.of(holdPoints), killAt: null, fault: null });
    const others = desks.filter((other) => other !== at);
    const again = { ...sendingOf(die, theme), hold: null };
    const meant = 'invoice' in held ? { invoice: held.invoice, name: held.name } : payment();
    const name: NameAt = die.chance(0.7) ? meant.name : meant.name === 0 ? 1 : 0;
    const same: TeamStep = { do: 'pay', desk: die.of(others), ...meant, name, ...again };
    const admin = others.find((other) => other !== 2) ?? 0;
    const lost: TeamStep[] = die.chance(0.6)
      ? [
          ...(die.chance(0.4) ? [{ do: 'revoke', desk: admin, whom: at } as const] : []),
          ...wait(die.of([3, 16, 40]) * minute, die.chance(0.5) ? [at] : []),
          { do: 'take over', desk: admin, ...meant },
          { ...same, desk: die.chance(0.7) ? admin : die.of(others) },
        ]
      : [same];
    return [held, ...lost, { do: 'release', desk: at }];
  }

  /** As somebody does who wants to have it over: asks until it may be sent again, and sends it. */
  function chase(): TeamStep[] {
    const at = desk();
    const one = { desk: at, ...payment() };
    const look: TeamStep[] = [
      { do: 'sync', desk: at },
      { do: 'look', ...one },
    ];
    const sending = sendingOf(die, theme);
    return [
      { do: 'pay', ...one, ...sending, hold: null },
      ...wait(die.between(minute, 4 * minute)),
      ...look,
      ...wait(die.between(8 * minute, 20 * minute)),
      ...look,
      { do: 'pay', ...one, desk: die.chance(0.6) ? at : desk(), ...sendingOf(die, theme) },
    ];
  }

  /** A desk sends something, its answer is lost, and it never comes back; a colleague pays in its place. */
  function loseLaptop(): TeamStep[] {
    const at = desk();
    const admin = at === 0 ? 1 : 0;
    const one = payment();
    const going = { ...sendingOf(die, theme), killAt: null };
    const isLate = die.chance(0.4);
    // It claims, hears nothing of it, and sends a while later.
    const before: TeamStep[] = isLate
      ? [
          { do: 'pay', desk: at, ...one, ...going, fault: cutAt('claim at the record') },
          { do: 'mend the line', desk: at },
          ...wait(die.of([10, 13]) * minute),
        ]
      : [];
    const behaviour = lostBehaviour(die, theme);
    return [
      ...before,
      { do: 'pay', desk: at, ...one, ...going, behaviour, fault: cutAt('outcome on its way') },
      ...(die.chance(0.6) ? [{ do: 'revoke', desk: admin, whom: at } as const] : []),
      ...wait((isLate ? die.of([4, 6]) : die.of([3, 5, 16])) * minute),
      { do: 'take over', desk: admin, ...one },
      { do: 'pay', desk: admin, ...one, ...sendingOf(die, theme), behaviour: well },
    ];
  }

  const ofDesk = (act: 'sync' | 'read on' | 'reconcile') => (): TeamStep[] => [
    { do: act, desk: desk() },
  ];
  const acts: Record<Act, () => TeamStep[]> = {
    pay: () => [pay(desk())],
    'pay file': () => [
      { do: 'pay file', desk: desk(), file: die.below(2), ...sendingOf(die, theme), hold: null },
    ],
    race,
    chase,
    'lose a laptop': loseLaptop,
    release: () => [{ do: 'release', desk: desk() }],
    look: () => [{ do: 'look', desk: desk(), ...payment() }],
    sync: ofDesk('sync'),
    'read on': ofDesk('read on'),
    reconcile: ofDesk('reconcile'),
    wait: () =>
      wait(die.of([3_000, 70_000, 5 * minute, 16 * minute, 40 * minute, 3 * 60 * minute])),
    'set the clock': () => [
      { do: 'set the clock', desk: desk(), ms: die.of([3, -11, 90, -90]) * minute },
    ],
    lie: () =>
      hasList ? [{ do: 'lie', list: die.chance(0.3) ? null : die.of(listLies) }] : [pay(desk())],
    'cut the line': () => {
      const at = desk();
      return [{ do: 'cut the line', desk: at }, pay(at), { do: 'mend the line', desk: at }];
    },
    'mend the line': () => [{ do: 'mend the line', desk: desk() }],
    restart: () => [{ do: 'restart', desk: desk(), how: die.of(['ended', 'killed']) }],
    'back up': () => [{ do: 'back up', desk: desk() }],
    'put the folder back': () => [{ do: 'put the folder back', desk: desk() }],
    'put the record’s copy back': () => [{ do: 'put the record’s copy back', desk: desk() }],
    'take a snapshot of the machine': () => [
      { do: 'take a snapshot of the machine', desk: desk() },
    ],
    'put the machine back': () => {
      const at = desk();
      const back = { do: 'put the machine back', desk: at } as const;
      return die.chance(0.5) ? [back] : [back, pay(at)];
    },
    'back up the record': () => [
      { do: 'back up the record', how: die.chance(0.06) ? 'dumped' : 'copied' },
    ],
    'restore the record': () => [
      { do: 'restore the record', age: die.next() },
      ...(die.chance(0.2) ? [{ do: 'put the machine back', desk: desk() } as const] : []),
    ],
    repair: () => [{ do: 'repair', desk: die.of([0, 1]) }],
    'crash the database': () => [{ do: 'crash the database' }],
    'fork the record': () => [
      { do: 'fork the record', away: die.of([[0], [1], [2], [1, 2], [0, 2]] as const) },
    ],
    'join the fork': () => [{ do: 'join the fork' }],
    revoke: () => {
      const by = die.of([0, 1] as const);
      return [{ do: 'revoke', desk: by, whom: die.of(desks.filter((other) => other !== by)) }];
    },
    'reopen the revoked': () => [{ do: 'reopen the revoked', whom: desk() }],
    'take over': () => [{ do: 'take over', desk: die.of([0, 1]), ...payment() }],
  };
  const weights = Object.entries(themes[theme]) as [Act, number][];
  const draws = weights.map(([act, weight]) => [weight, acts[act]] as const);
  const count = 10 + die.below(12);
  return Array.from({ length: count }, () => die.weighted(draws)()).flat();
}

const teamKillPoints = [...killPoints, ...lineMoments] as const;

function sendingOf(die: Dice, theme: Theme): Sending {
  const ending = die.next();
  return {
    behaviour: behaviourOf(die, theme),
    killAt: ending < 0.2 ? die.of(teamKillPoints) : null,
    fault: ending > 0.85 ? { at: die.of(lineMoments), staysCut: die.chance(0.5) } : null,
    hold: null,
    readsFirst: die.chance(0.5),
  };
}
