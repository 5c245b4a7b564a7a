import { setTimeout } from 'node:timers/promises';

import { addDays } from '../../../shared/calendar/calendar.ts';
import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import type { DayCounts } from '../../../electron/nouns/statements/entries/incoming.ts';
import { pageAt, placeOfIndex } from '../../../electron/nouns/statements/tables.ts';
import { openBenchDesk, openSecondCopy } from '../bench-desk.ts';
import { median, quantile } from '../figures.ts';
import { rawQueries } from '../raw-queries.ts';
import { findTerms, searchTerms } from '../search-terms.ts';
import { accountNumberAt, period } from '../statement-text.ts';

/**
 * Everything that a treasurer reads, asked of the desk's own routes as the window asks it, by turns with the raw queries to compare with:
 * `node read-run.ts BANK DATA_DIR ENTRIES_OF_AN_ACCOUNT ACCOUNTS`.
 */

const [, , bankUrl = '', dataDir = '', entries = '0', accounts = '1'] = process.argv;
const desk = await openBenchDesk({ dataDir, bankUrl });
const secondCopy = await openSecondCopy(dataDir);
const raw = rawQueries(secondCopy.reader.connection);

let state = 7;
const random = (): number =>
  (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
const accountNumber = (): string => accountNumberAt(Math.floor(random() * Number(accounts)));
const aDay = (): string => addDays(period.from, Math.floor(random() * period.days));

/** Milliseconds of both, by turns, so that other load of the machine affects both alike. */
async function byTurns(times: number, ours: () => unknown, floor: () => unknown) {
  const figures = { ours: [] as number[], floor: [] as number[] };
  const clock = async (name: 'ours' | 'floor', work: () => unknown): Promise<void> => {
    const started = performance.now();
    await work();
    figures[name].push(performance.now() - started);
  };
  for (let at = 0; at < times; at += 1) {
    await clock('ours', ours);
    await clock('floor', floor);
  }
  return figures;
}

type Turns = Awaited<ReturnType<typeof byTurns>>;
const joined = (turns: readonly Turns[]): Turns => ({
  ours: turns.flatMap(({ ours }) => ours),
  floor: turns.flatMap(({ floor }) => floor),
});

const filters: readonly StatementFilter[] = [
  {},
  { direction: 'debit' },
  { transactionType: 'trade' },
  { from: '2026-03-01', to: '2026-09-30' },
  { direction: 'credit', from: '2026-06-01', to: '2026-06-30' },
];

/** Pages anywhere in a filter: by the route, and as the local copy reads them, each by turns with the raw query. */
async function pages(filter: StatementFilter): Promise<{ route: Turns; store: Turns }> {
  const counted = new Map<string, DayCounts>();
  for (let at = 0; at < Number(accounts); at += 1) {
    const number = accountNumberAt(at);
    const { days, counts, total } = await desk.ask('statements.count', {
      accountNumber: number,
      filter,
    });
    const figures = { days: Float64Array.from(days), counts: Float64Array.from(counts), total };
    counted.set(number, figures);
    await desk.ask('statements.page', { accountNumber: number, filter, index: 1, limit: 1 });
  }
  const anywhere = () => {
    const number = accountNumber();
    const counts = counted.get(number);
    return { number, counts, index: Math.floor(random() * (counts?.total ?? 0)) };
  };
  const route = () => {
    const { number, index } = anywhere();
    return desk.ask('statements.page', { accountNumber: number, filter, index, limit: 100 });
  };
  const store = () => {
    const { number, counts, index } = anywhere();
    const place = counts ? placeOfIndex(counts, index) : null;
    return place && pageAt(secondCopy.reader, { accountNumber: number, filter }, place, 100);
  };
  const rawPageAt = raw.pages(filter);
  const rawPage = () => {
    const { counts, index } = anywhere();
    const place = counts ? placeOfIndex(counts, index) : null;
    return place && rawPageAt(place);
  };
  return {
    route: await byTurns(120, route, rawPage),
    store: await byTurns(120, store, rawPage),
  };
}

const search = (text: string): Promise<Turns> =>
  byTurns(
    15,
    () =>
      desk.ask('statements.page', {
        ...{ accountNumber: accountNumber(), index: 0, limit: 100 },
        filter: { search: text },
      }),
    () => raw.search(text),
  );

/** Of every account at once. */
const find = (text: string): Promise<Turns> =>
  byTurns(
    15,
    () => desk.ask('find.entries', { text, limit: 100 }),
    () => raw.search(text),
  );

const summary = (filter: StatementFilter) =>
  desk.ask('statements.summary', { accountNumber: accountNumber(), filter });

async function aPeriod(): Promise<unknown> {
  const [from, to] = [aDay(), aDay()].sort();
  return summary({ from, to });
}

const page = await each(filters, pages);
const searches = await each(searchTerms(Number(entries)), search);
const [slowest] = searches.toSorted((a, b) => median(b.ours) - median(a.ours)) as [Turns];
const finds = await each(findTerms(Number(entries)), find);
const sums = await byTurns(200, aPeriod, raw.oneRow);
const balance = await byTurns(200, () => summary({ to: aDay() }), raw.oneRow);
const counterparty = await counterparties();
const position = await byTurns(60, () => desk.ask('accounts.position', {}), raw.days);

/** The pages of a counterparty of many entries and of one of few, by the rules that name them. */
async function counterparties(): Promise<Turns> {
  const nothing = { words: '', direction: null, accountNumber: null, amount: null, tag: '' };
  const few = { from: '4000.00', to: '4900.00', currency: 'USD' };
  const rules = [
    { ...nothing, amount: few, counterparty: 'Copper Fuels' },
    { ...nothing, words: 'Kestrel Logistics', counterparty: 'Kestrel Logistics' },
  ];
  for (const rule of rules) await desk.ask('rules.save', { rule });
  return joined(
    await each(rules, async ({ counterparty: name }) => {
      const page = () => desk.ask('counterparties.get', { name });
      const isLabelled = async (): Promise<boolean> =>
        (await desk.ask('rules.list', {})).applying === null && (await page()).entries.count > 0;
      while (!(await isLabelled())) await setTimeout(200);
      return byTurns(30, page, raw.labelled(name));
    }),
  );
}

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const item of items) answers.push(await work(item));
  return answers;
}

await secondCopy.close();
await desk.close();

const figuresOf = (name: string, { ours, floor }: Turns) => ({
  [`${name}P50`]: median(ours),
  [`${name}P95`]: quantile(ours, 0.95),
  [`${name}FloorP50`]: median(floor),
  [`${name}FloorP95`]: quantile(floor, 0.95),
});
console.log(
  JSON.stringify({
    ...figuresOf('page', joined(page.map(({ route }) => route))),
    ...figuresOf('store', joined(page.map(({ store }) => store))),
    ...figuresOf('search', joined(searches)),
    searchWorst: median(slowest.ours),
    searchFloorWorst: median(slowest.floor),
    ...figuresOf('find', joined(finds)),
    ...figuresOf('sums', sums),
    ...figuresOf('balance', balance),
    ...figuresOf('position', position),
    ...figuresOf('counterparty', counterparty),
  }),
);
