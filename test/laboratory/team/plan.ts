import { mirageAccounts, type MirageTraits } from '../../support/banks/mirage/mirage.ts';
import type { OrderKind } from '../../support/banks/mirage/mirage-ledger.ts';
import { listLies, type ListLie } from '../../support/banks/mirage/mirage-list.ts';
import { miragePayees } from '../../support/banks/mirage/mirage-records.ts';
import { dice, type Dice } from '../dice.ts';
import type { PaymentFile } from '../plan.ts';
import {
  cutAt,
  holdPoints,
  lostBehaviour,
  recordBehaviour,
  sendingOf,
  well,
  type Sending,
  type Theme,
} from './sendings.ts';
import { desks, type DeskAt } from './world.ts';

/** What is to be paid once, whichever of its two references somebody enters it under. */
export type Invoice = {
  readonly account: string;
  readonly payee: string;
  readonly amount: string;
  readonly references: readonly [string, string];
};
export type NameAt = 0 | 1;

/** A receivable, a new payee or a change of a payee, which is to be made at the bank once. No list of the bank shows it. */
export type PlannedRecord = {
  readonly kind: Exclude<OrderKind, 'transfer'>;
  readonly reference: string;
  readonly account: string;
  /** Of a receivable; no other has one. */
  readonly amount: string;
};

type OfDesk = { readonly desk: DeskAt };
type OfInvoice = { readonly invoice: number; readonly name: NameAt };
type OfRecord = { readonly record: number };
/** What is sent, looked for or taken over: an invoice under one of its references, or a record. */
export type Target = OfInvoice | OfRecord;

export type TeamStep =
  | ({ readonly do: 'pay' } & OfDesk & OfInvoice & Sending)
  | ({ readonly do: 'make a record' } & OfDesk & OfRecord & Sending)
  | ({ readonly do: 'pay file'; readonly file: number } & OfDesk & Sending)
  | ({ readonly do: 'schedule' } & OfDesk & OfInvoice)
  | ({ readonly do: 'prepare recurring' } & OfDesk)
  | ({ readonly do: 'send due' } & OfDesk & Sending)
  | ({ readonly do: 'release' } & OfDesk)
  | ({ readonly do: 'look' } & OfDesk & Target)
  | ({ readonly do: 'settle by telephone' } & OfDesk & OfRecord)
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
  | ({ readonly do: 'take over' } & OfDesk & Target)
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

/** Everything of one history, drawn from its seed before it begins. */
export type TeamPlan = {
  readonly seed: number;
  readonly theme: Theme;
  readonly traits: MirageTraits;
  readonly invoices: readonly Invoice[];
  readonly files: readonly PaymentFile[];
  readonly records: readonly PlannedRecord[];
  readonly steps: readonly TeamStep[];
};

const minute = 60_000;
const invoiceCount = 5;
const recordCount = 6;

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
  const records = Array.from({ length: recordCount }, (_, at) => recordOf(die, at));
  return { seed, theme, traits, invoices, files, records, steps: stepsOf(die, theme, traits) };
}

const kindAt = (at: number): PlannedRecord['kind'] =>
  (['receivable', 'payee', 'payee change'] as const)[at % 3] ?? 'receivable';

const recordOf = (die: Dice, at: number): PlannedRecord => {
  const kind = kindAt(at);
  const name = { receivable: 'Receivable', payee: 'Payee', 'payee change': 'Renamed' }[kind];
  return {
    ...{ kind, reference: `${name}-${3_000 + at}`, account: die.of(mirageAccounts) },
    amount: die.of(['10.00', '25.50']),
  };
};

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

/** What is due has histories of its own: due/due-plan.ts. */
type DueAct = 'schedule' | 'prepare recurring' | 'send due';
type Act =
  | Exclude<TeamStep['do'], 'change the record' | DueAct>
  | 'chase'
  | 'race'
  | 'lose a laptop';

const themes: Readonly<Record<Theme, Partial<Readonly<Record<Act, number>>>>> = {
  claims: {
    ...{ pay: 26, 'pay file': 10, race: 14, chase: 8, look: 3, sync: 3, 'read on': 4 },
    ...{
      'make a record': 10,
      'settle by telephone': 3,
      reconcile: 2,
      wait: 6,
      'set the clock': 3,
      lie: 4,
      'cut the line': 3,
    },
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
    ...{ pay: 26, 'pay file': 8, race: 4, chase: 4, look: 2, sync: 3, 'read on': 8 },
    ...{
      'make a record': 7,
      'settle by telephone': 2,
      reconcile: 2,
      wait: 4,
      'set the clock': 1,
      'cut the line': 3,
      restart: 5,
    },
    ...{ 'take a snapshot of the machine': 3, 'put the machine back': 3 },
    ...{ 'back up': 2, 'put the folder back': 1, 'put the record’s copy back': 2 },
    ...{ 'back up the record': 8, 'restore the record': 8, repair: 6, 'take over': 3 },
    ...{ 'fork the record': 3, 'join the fork': 4, revoke: 1, 'reopen the revoked': 1 },
  },
};

type Returning = 'put the folder back' | 'put the record’s copy back' | 'put the machine back';

const composed: ReadonlySet<string> = new Set(['race', 'chase', 'lose a laptop']);

/** What single steps of the histories do. */
export const drawnActs: readonly string[] = [
  ...new Set(Object.values(themes).flatMap((weights) => Object.keys(weights))),
].filter((act) => !composed.has(act));

function stepsOf(die: Dice, theme: Theme, { hasList }: MirageTraits): TeamStep[] {
  let leftMs = longestMs;
  const touched: (readonly [number, NameAt])[] = [[0, 0]];
  const records: number[] = [0];
  const desk = (): DeskAt => die.of(desks);

  /** Mostly one that somebody tried to pay before, under that reference or the other. */
  function payment() {
    const fresh = [die.below(invoiceCount), die.of([0, 0, 1])] as const;
    const [invoice, known] = die.chance(0.4) ? fresh : die.of(touched);
    const name: NameAt = die.chance(0.25) ? (known === 0 ? 1 : 0) : known === 0 ? 0 : 1;
    touched.push([invoice, name]);
    return { invoice, name };
  }

  /** Mostly one that somebody tried to make before. */
  function record() {
    const one = die.chance(0.35) ? die.below(recordCount) : die.of(records);
    records.push(one);
    return { record: one };
  }

  const target = (): Target => (die.chance(0.25) ? record() : payment());

  const wait = (ms: number, asleep: readonly DeskAt[] = []): TeamStep[] => {
    if (ms > leftMs) return [];
    leftMs -= ms;
    return [{ do: 'wait', ms, asleep }];
  };
  const send = (at: DeskAt, what: Target, change: Partial<Sending> = {}): TeamStep => {
    const sending = { ...sendingOf(die, theme), ...change };
    return 'record' in what
      ? {
          ...{ do: 'make a record', desk: at, ...what, ...sending },
          behaviour: recordBehaviour(sending.behaviour, kindAt(what.record) === 'receivable'),
        }
      : { do: 'pay', desk: at, ...what, ...sending };
  };
  const pay = (at: DeskAt): TeamStep => send(at, payment());

  /** A desk stands still on its way to the bank, and the others go on. */
  function race(): TeamStep[] {
    const at = desk();
    const meant = target();
    const held = send(at, meant, { hold: die.of(holdPoints), killAt: null, fault: null });
    const others = desks.filter((other) => other !== at);
    const isSameName = 'record' in meant || die.chance(0.7);
    const again = isSameName ? meant : ({ ...meant, name: meant.name === 0 ? 1 : 0 } as const);
    const same = (other: DeskAt): TeamStep => send(other, again, { hold: null });
    const admin = others.find((other) => other !== 2) ?? 0;
    const lost: TeamStep[] = die.chance(0.6)
      ? [
          ...(die.chance(0.4) ? [{ do: 'revoke', desk: admin, whom: at } as const] : []),
          ...wait(die.of([3, 16, 40]) * minute, die.chance(0.5) ? [at] : []),
          { do: 'take over', desk: admin, ...meant },
          same(die.chance(0.7) ? admin : die.of(others)),
        ]
      : [same(die.of(others))];
    return [held, ...lost, { do: 'release', desk: at }];
  }

  /** As somebody does who wants to have it over: asks until it may be sent again, and sends it. */
  function chase(): TeamStep[] {
    const at = desk();
    const one = target();
    const look: TeamStep[] = [
      { do: 'sync', desk: at },
      { do: 'look', desk: at, ...one },
    ];
    return [
      send(at, one, { hold: null }),
      ...wait(die.between(minute, 4 * minute)),
      ...look,
      ...wait(die.between(8 * minute, 20 * minute)),
      ...look,
      send(die.chance(0.6) ? at : desk(), one),
    ];
  }

  /** A desk sends something, its answer is lost, and it never comes back; a colleague pays in its place. */
  function loseLaptop(): TeamStep[] {
    const at = desk();
    const admin = at === 0 ? 1 : 0;
    const one = target();
    const isLate = die.chance(0.4);
    // It claims, hears nothing of it, and sends a while later.
    const before: TeamStep[] = isLate
      ? [
          send(at, one, { killAt: null, fault: cutAt('claim at the record') }),
          { do: 'mend the line', desk: at },
          ...wait(die.of([10, 13]) * minute),
        ]
      : [];
    const behaviour = lostBehaviour(die, theme);
    return [
      ...before,
      send(at, one, { killAt: null, behaviour, fault: cutAt('outcome on its way') }),
      ...(die.chance(0.6) ? [{ do: 'revoke', desk: admin, whom: at } as const] : []),
      ...wait((isLate ? die.of([4, 6]) : die.of([3, 5, 16])) * minute),
      { do: 'take over', desk: admin, ...one },
      send(admin, one, { behaviour: well }),
    ];
  }

  /** Something goes on between a backup or a snapshot and its return, and mostly behind it. */
  function putBack(act: Returning): TeamStep[] {
    const at = desk();
    const isMachine = act === 'put the machine back';
    const before: TeamStep = {
      ...{ do: isMachine ? 'take a snapshot of the machine' : 'back up', desk: at },
    };
    return [
      ...(die.chance(0.7) ? [before, send(at, target())] : []),
      ...(die.chance(0.3) ? [send(desk(), target())] : []),
      { do: act, desk: at },
      ...(die.chance(0.5) ? [send(at, target())] : []),
    ];
  }

  const ofDesk = (act: 'sync' | 'read on' | 'reconcile') => (): TeamStep[] => [
    { do: act, desk: desk() },
  ];
  const acts: Record<Act, () => TeamStep[]> = {
    pay: () => [pay(desk())],
    'make a record': () => [send(desk(), record())],
    'pay file': () => [
      { do: 'pay file', desk: desk(), file: die.below(2), ...sendingOf(die, theme), hold: null },
    ],
    race,
    chase,
    'lose a laptop': loseLaptop,
    release: () => [{ do: 'release', desk: desk() }],
    look: () => [{ do: 'look', desk: desk(), ...target() }],
    'settle by telephone': () => [{ do: 'settle by telephone', desk: desk(), ...record() }],
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
    'put the folder back': () => putBack('put the folder back'),
    'put the record’s copy back': () => putBack('put the record’s copy back'),
    'take a snapshot of the machine': () => [
      { do: 'take a snapshot of the machine', desk: desk() },
    ],
    'put the machine back': () => putBack('put the machine back'),
    'back up the record': () => [
      { do: 'back up the record', how: die.chance(0.04) ? 'dumped' : 'copied' },
    ],
    'restore the record': () => [
      ...(die.chance(0.12)
        ? [
            { do: 'back up the record', how: 'dumped' } as const,
            send(desk(), target()),
            { do: 'restore the record', age: 0.999 } as const,
          ]
        : [{ do: 'restore the record', age: die.next() } as const]),
      ...(die.chance(0.2) ? [{ do: 'put the machine back', desk: desk() } as const] : []),
    ],
    repair: () => {
      const by = die.of([0, 1] as const);
      const lost: TeamStep[] = [
        { do: 'back up the record', how: 'copied' },
        send(desk(), target()),
        { do: 'read on', desk: by },
        { do: 'restore the record', age: 0.999 },
      ];
      return [...(die.chance(0.3) ? lost : []), { do: 'repair', desk: by }];
    },
    'crash the database': () => [{ do: 'crash the database' }],
    'fork the record': () => [
      { do: 'fork the record', away: die.of([[0], [1], [2], [1, 2], [0, 2]] as const) },
      ...(die.chance(0.5) ? [pay(desk()), send(desk(), record())] : []),
      ...(die.chance(0.4) ? [{ do: 'join the fork' } as const] : []),
    ],
    'join the fork': () => [{ do: 'join the fork' }],
    revoke: () => {
      const by = die.of([0, 1] as const);
      return [{ do: 'revoke', desk: by, whom: die.of(desks.filter((other) => other !== by)) }];
    },
    'reopen the revoked': () => {
      const by = die.of([0, 1] as const);
      const whom = die.of(desks.filter((other) => other !== by));
      return [
        { do: 'revoke', desk: by, whom },
        { do: 'reopen the revoked', whom },
        ...(die.chance(0.7) ? [pay(whom)] : []),
      ];
    },
    'take over': () => [{ do: 'take over', desk: die.of([0, 1]), ...target() }],
  };
  const weights = Object.entries(themes[theme]) as [Act, number][];
  const draws = weights.map(([act, weight]) => [weight, acts[act]] as const);
  const count = 10 + die.below(12);
  return Array.from({ length: count }, () => die.weighted(draws)()).flat();
}
