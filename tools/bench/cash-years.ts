import { dateOfDayNumber, dayNumber } from '../../shared/calendar/calendar.ts';
import type { Movement } from '../../electron/engines/recurring/movement.ts';
import { monthOf, weekdayOf } from '../../electron/engines/recurring/rhythm.ts';
import { stemsOf } from '../../electron/engines/recurring/stems.ts';
import { randoms } from '../../test/support/randoms.ts';

/**
 * Three generated years of an account with known truth: payroll, rent, taxes by quarter, customers who pay by the season, payments that are
 * postponed by weekends and holidays, one payment that stops, one that starts and one that doubles, and payments that do not recur.
 */
export type CashYears = {
  readonly movements: readonly Movement[];
  /** The series of each recurring movement. */
  readonly truth: ReadonlyMap<Movement, string>;
  readonly from: number;
  readonly to: number;
};

type Dues = (month: number) => readonly number[];
type Habit = {
  readonly what: string;
  readonly counterparty?: string;
  /** `MM` and `YYYY` are those of its day, `NN` a number of its own. */
  readonly narration: string;
  readonly dues: Dues;
  /** In hundredths of a unit of money; negative for an outflow. */
  readonly cents: number;
  /** In hundredths, to either side. */
  readonly spread: number;
  /** The factor of its amount in a month, 0 to 11. */
  readonly season?: (month: number) => number;
  /** How many days late it may come. */
  readonly late?: number;
  readonly moved?: 'before' | 'after';
  readonly since?: number;
  readonly until?: number;
  readonly doublesOn?: number;
};

const firstYear = 2023;
const from = dayNumber(`${String(firstYear)}-01-01`);
const to = dayNumber(`${String(firstYear + 2)}-12-31`);
const fixedHolidays = ['01-01', '03-17', '05-01', '12-25', '12-26'];
/** Good Friday and Easter Monday. */
const easters = [
  '2023-04-07',
  '2023-04-10',
  '2024-03-29',
  '2024-04-01',
  '2025-04-18',
  '2025-04-21',
];

const isFree = (day: number): boolean => {
  const date = dateOfDayNumber(day);
  const weekday = weekdayOf(day);
  return (
    weekday === 0 ||
    weekday === 6 ||
    fixedHolidays.includes(date.slice(5)) ||
    easters.includes(date)
  );
};

function working(day: number, step: 1 | -1): number {
  let moved = day;
  while (isFree(moved)) moved += step;
  return moved;
}

const startOf = (month: number): number =>
  dayNumber(`${String(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}-01`);

const monthly =
  (day: number): Dues =>
  (month) => [Math.min(startOf(month) + day - 1, startOf(month + 1) - 1)];
const quarterly =
  (day: number, phase: number): Dues =>
  (month) =>
    month % 3 === phase ? monthly(day)(month) : [];
const every =
  (step: number, first: number): Dues =>
  (month) => {
    const days: number[] = [];
    const start = startOf(month);
    for (let day = start; day < startOf(month + 1); day += 1)
      if ((day - from) % step === first) days.push(day);
    return days;
  };

const summer = (month: number): number => [7, 7, 8, 10, 12, 14, 15, 14, 12, 9, 8, 12][month] ?? 10;

/** The same again for the same seed. */
export function generatedCash(seed: number): CashYears {
  const random = randoms(seed);
  const whole = (below: number): number => Math.floor(random() * below);
  const between = (least: number, most: number): number => least + whole(most - least + 1);
  const inYears = (): number => between(from + 300, to - 300);
  const habits: Habit[] = [
    {
      what: 'payroll',
      narration: 'PAYROLL YYYY-MM DUBLIN',
      dues: monthly(31),
      moved: 'before',
      cents: -between(18_000_000, 45_000_000),
      spread: 3,
    },
    {
      what: 'rent',
      counterparty: 'Harcourt Estates',
      narration: 'OFFICE RENT MM/YYYY',
      dues: monthly(between(1, 5)),
      moved: 'after',
      cents: -between(900_000, 2_400_000),
      spread: 0,
    },
    {
      what: 'vat',
      counterparty: 'Revenue Commissioners',
      narration: 'VAT YYYY/MM NN',
      dues: quarterly(23, 0),
      moved: 'after',
      cents: -between(9_000_000, 22_000_000),
      spread: 15,
    },
    {
      what: 'payroll tax',
      counterparty: 'Revenue Commissioners',
      narration: 'PAYE EMPLOYER NN',
      dues: monthly(23),
      moved: 'after',
      cents: -between(4_000_000, 9_000_000),
      spread: 4,
    },
    {
      what: 'wages',
      narration: 'WAGES WAREHOUSE WEEK NN',
      dues: every(14, between(4, 5)),
      moved: 'before',
      cents: -between(2_000_000, 4_000_000),
      spread: 6,
    },
    {
      what: 'fuel',
      counterparty: 'Copper Fuels Ltd',
      narration: 'CARD SETTLEMENT NN',
      dues: every(7, between(1, 5)),
      moved: 'after',
      cents: -between(200_000, 600_000),
      spread: 25,
    },
    {
      what: 'insurance',
      counterparty: 'Skellig Insurance',
      narration: 'PREMIUM POL NN',
      dues: quarterly(between(8, 20), 1),
      moved: 'after',
      cents: -between(800_000, 1_500_000),
      spread: 0,
    },
    {
      what: 'interest',
      narration: 'LOAN INTEREST NN',
      dues: monthly(15),
      moved: 'after',
      cents: -between(300_000, 900_000),
      spread: 5,
    },
    {
      what: 'stops',
      counterparty: 'Vega Leasing',
      narration: 'LEASE RATE NN',
      dues: monthly(between(6, 12)),
      moved: 'after',
      cents: -between(500_000, 1_800_000),
      spread: 0,
      until: inYears(),
    },
    {
      what: 'starts',
      counterparty: 'Nimbus Software',
      narration: 'SUBSCRIPTION NN',
      dues: monthly(between(14, 26)),
      moved: 'after',
      cents: -between(500_000, 1_800_000),
      spread: 0,
      since: inYears(),
    },
    {
      what: 'doubles',
      counterparty: 'Tolka Logistics',
      narration: 'CONTRACT NN',
      dues: monthly(between(10, 27)),
      moved: 'after',
      cents: -between(700_000, 2_000_000),
      spread: 0,
      doublesOn: inYears(),
    },
    ...['Copperline Cables', 'Müller Präzisionsteile', 'Lagan Foods', 'Osei Textiles'].map(
      (counterparty, at): Habit => ({
        ...{
          what: counterparty,
          counterparty,
          narration: 'INVOICE NN',
          dues: monthly(5 + at * 6),
          moved: 'after',
        },
        ...{ cents: between(6_000_000, 20_000_000), spread: 10, season: summer, late: 1 },
      }),
    ),
  ];
  const movements: Movement[] = [];
  const truth = new Map<Movement, string>();
  let number = 10_000;
  const book = (
    day: number,
    cents: number,
    { counterparty, narration }: Pick<Habit, 'counterparty' | 'narration'>,
  ): Movement => {
    const date = dateOfDayNumber(day);
    number += between(1, 40);
    const text = narration
      .replace('YYYY', date.slice(0, 4))
      .replace('MM', date.slice(5, 7))
      .replace('NN', String(number));
    const units = BigInt(cents) * 100n;
    const movement = {
      key: number,
      day,
      units,
      name: counterparty ?? text,
      stems: stemsOf(units, { counterparty, narration: text }),
    };
    movements.push(movement);
    return movement;
  };
  for (const habit of habits)
    for (let month = monthOf(from); month <= monthOf(to); month += 1)
      for (const due of habit.dues(month)) {
        if (due < (habit.since ?? from) || due > (habit.until ?? to)) continue;
        const late = random() < 0.35 ? between(0, habit.late ?? 0) : 0;
        const day = working(due + late, habit.moved === 'before' ? -1 : 1);
        if (day < from || day > to) continue;
        const times =
          ((habit.season?.(month % 12) ?? 10) / 10) *
          (due >= (habit.doublesOn ?? Infinity) ? 2 : 1);
        const noise = 1 + ((random() * 2 - 1) * habit.spread) / 100;
        truth.set(book(day, Math.round(habit.cents * times * noise), habit), habit.what);
      }
  for (let day = from; day <= to; day += 1) {
    if (isFree(day)) continue;
    while (random() < 0.35) {
      const sign = random() < 0.5 ? 1 : -1;
      const counterparty = `${once[whole(once.length)] ?? ''} ${onceMore[whole(onceMore.length)] ?? ''}`;
      book(day, sign * between(20_000, 1_500_000), { counterparty, narration: 'INV NN' });
    }
  }
  return { movements: movements.sort((a, b) => a.day - b.day || a.key - b.key), truth, from, to };
}

const once = [
  'Ardmore',
  'Bantry',
  'Clew',
  'Derg',
  'Ennell',
  'Foyle',
  'Glendalough',
  'Howth',
  'Inver',
  'Killary',
  'Lough',
  'Mourne',
  'Nore',
  'Owel',
  'Parknasilla',
  'Quilty',
  'Ree',
  'Slaney',
  'Tralee',
  'Urlar',
];
const onceMore = [
  'Traders',
  'Supplies',
  'Metals',
  'Print',
  'Hotels',
  'Marine',
  'Paper',
  'Glass',
  'Tools',
  'Timber',
  'Dairy',
  'Wines',
  'Cabs',
  'Security',
  'Cleaning',
  'Catering',
];
