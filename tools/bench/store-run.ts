import { firstPage, pageAt, placeOfIndex } from '../../electron/statements/tables.ts';
import { fill, openBenchCopy } from './fill.ts';
import { quantile, timed } from './figures.ts';
import { accountNumber } from './statement-text.ts';

/** Fills a copy with COUNT entries and reads it: `node store-run.ts DATA_DIR COUNT`. */

const [, , dataDir = '', count = '0'] = process.argv;
const copy = await openBenchCopy(dataDir);
const filling = performance.now();
await fill(copy, Number(count));
const fillSeconds = (performance.now() - filling) / 1000;
const { reader, writer } = copy;

let state = 7;
const random = (): number =>
  (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;

const filters = [
  {},
  { direction: 'debit' },
  { transactionType: 'trade' },
  { from: '2026-03-01', to: '2026-09-30' },
] as const;
const pages: number[] = [];
for (const filter of filters) {
  const view = { accountNumber, filter };
  const counts = await writer.dayCounts(accountNumber, filter);
  pages.push(
    ...(await timed(150, () => {
      const place = placeOfIndex(counts, Math.floor(random() * counts.total));
      if (place) pageAt(reader, view, place, 100);
    })),
  );
}

const raw = reader.connection.prepare(
  'SELECT key, id, amount_e4, narration, reference, balance_e4, at FROM entry WHERE account = ? AND key < ? ORDER BY key DESC LIMIT 100',
);
const keys = reader.connection
  .prepare('SELECT min(key) AS low, max(key) AS high FROM entry')
  .get() as {
  low: number | bigint;
  high: number | bigint;
};
const [low, high] = [Number(keys.low), Number(keys.high)];
const floor = await timed(300, () => raw.all(0, Math.floor(low + random() * (high - low))));

const words = [
  'k',
  'ke',
  'kes',
  'kestrel',
  'invoice 1',
  'settlement week 4',
  'oduya',
  'marula inv',
  'REF-7',
  'REF-700123',
  'invoice 500123',
  'nothing like it',
  'we',
  'w',
];
const searches = await timed(280, (at) =>
  firstPage(reader, { accountNumber, filter: { search: words[at % words.length] ?? '' } }, 100),
);
await copy.close();
console.log(
  JSON.stringify({
    fillSeconds,
    pageP50Ms: quantile(pages, 0.5),
    pageP95Ms: quantile(pages, 0.95),
    floorP95Ms: quantile(floor, 0.95),
    searchP50Ms: quantile(searches, 0.5),
    searchP95Ms: quantile(searches, 0.95),
  }),
);
