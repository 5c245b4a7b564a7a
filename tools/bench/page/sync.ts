import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { median } from '../figures.ts';
import { runJson, withBank, type Place, type Run } from './programs.ts';
import type { Measured, Table } from './rows.ts';

/** First sync and the same again, by turns with the floor. The last copy that was made stays for the other parts. */
export async function measureSync(place: Place): Promise<Measured> {
  const { entries } = place;
  const { ours, floors, stages } = await withBank(place, ({ url }) => byTurns(url, place));
  const of = (name: string): number => median(ours.map((run) => run[name] ?? Number.NaN));
  const floor = (name: string): number => median(floors.map((run) => run[name] ?? Number.NaN));
  const [first, plain] = [of('seconds'), floor('seconds')];
  return {
    figures: {
      'sync.rowsPerSecond': { value: entries / first, floor: entries / plain },
      'sync.overFloor': { value: first / plain, floor: plain },
      'sync.loopP99Ms': { value: of('delayP99Ms'), floor: of('idleP99Ms') },
      'sync.peakMb': { value: of('peakMb'), floor: floor('peakMb') },
      'resync.overFetch': {
        value: of('againSeconds') / floor('fetchSeconds'),
        floor: floor('fetchSeconds'),
      },
      'resync.rowsWritten': { value: of('writtenAgain'), floor: 0 },
    },
    tables: [
      stagesTable(floor, stages, { entries, plain, first }),
      holdsTable(stages),
      againTable(stages, { again: of('againSeconds'), fetch: floor('fetchSeconds') }),
    ],
  };
}

const rowsOfStages = [
  ['pages fetched, as text', 'fetchSeconds', 'fetch'],
  ['parse, exact numbers', 'parse', 'parse'],
  ['read: checked and converted; ours proven too', 'read', 'read and prove'],
  ['handed to the storing thread', '', 'hand over'],
  ['look up by id', 'look', 'look up'],
  ['insert', 'insert', 'insert'],
  ['what COMMIT flushes', 'commit', 'commit'],
  ['index: search, ids, kept numbers', 'index', 'index'],
  ['garbage', '', 'garbage'],
  ['else', '', 'else'],
  ['the storing thread waits', '', 'waiting'],
  ['the storing thread, whole', '', 'storeSeconds'],
  ['the reading thread, whole', '', 'readerSeconds'],
] as const;

/** Our seconds from profiles of the thread that reads and of the one that stores, in a run of their own. */
function stagesTable(
  floor: (name: string) => number,
  stages: Run,
  {
    entries,
    plain,
    first,
  }: { readonly entries: number; readonly plain: number; readonly first: number },
): Table {
  const store = ['look', 'insert', 'commit', 'index'].reduce((sum, name) => sum + floor(name), 0);
  const storeRows = Math.round(entries / store).toLocaleString('en-GB');
  const formatSeconds = (figure: number | undefined): string =>
    figure === undefined || Number.isNaN(figure) ? '–' : `${figure.toFixed(2)} s`;
  return {
    title: `Where a first sync spends its time: the plain pipeline ${formatSeconds(plain)}, its store alone ${storeRows} rows/s; ours ${formatSeconds(first)}, in two threads`,
    lines: [
      ['stage', 'plain pipeline', 'ours'],
      ...rowsOfStages.map(([words, name, ours]) => [
        words,
        formatSeconds(floor(name)),
        formatSeconds(stages[ours]),
      ]),
    ],
  };
}

const rowsOfHolds = [
  ['requests, and answers of the bank', 'network'],
  ['the record of calls: rows, COMMIT, checkpoint', 'calls'],
  ['bytes handed to the reading thread', 'hand over'],
  ['what is next: pages, progress', 'pages'],
  ['garbage', 'garbage'],
  ['else', 'else'],
] as const;

/** What the main thread did during the delays that make its 99th percentile. */
function holdsTable(stages: Run): Table {
  const of = (name: string): number => stages[`main.${name}`] ?? 0;
  const all = rowsOfHolds.reduce((sum, [, name]) => sum + of(name), 0);
  return {
    title: `What held the main thread of that sync for 4 ms or longer: ${of('times').toFixed(0)} times, ${of('longestMs').toFixed(1)} ms at most, by its profile`,
    lines: [
      ['stage', 'all those times', 'share'],
      ...rowsOfHolds.map(([words, name]) => [
        words,
        `${of(name).toFixed(0)} ms`,
        `${((100 * of(name)) / Math.max(1, all)).toFixed(0)} %`,
      ]),
    ],
  };
}

const rowsOfAgain = [
  ['requests, and answers of the bank', 'network'],
  ['bytes and results between threads', 'hand over'],
  ['digest of an answer', 'digest'],
  ['compared with the answer before', 'match'],
  ['pages that must be read', 'parse'],
  ['verdicts on the days', 'verdicts'],
  ['rows of the local copy', 'store'],
  ['the record of calls', 'calls'],
  ['garbage', 'garbage'],
  ['else', 'else'],
  ['waiting', 'waiting'],
] as const;
const threads = ['main', 'reader', 'store'] as const;

/** The second sync thread by thread. */
function againTable(
  stages: Run,
  { again, fetch }: { readonly again: number; readonly fetch: number },
): Table {
  return {
    title: `Where the same range again spends its time: ${again.toFixed(2)} s, its pages only fetched ${fetch.toFixed(2)} s; by profiles of its threads`,
    lines: [
      ['stage', 'main thread', 'reading thread', 'storing thread'],
      ...rowsOfAgain.map(([words, name]) => [
        words,
        ...threads.map((thread) => `${(stages[`again.${thread}.${name}`] ?? 0).toFixed(2)} s`),
      ]),
    ],
  };
}

async function byTurns(bankUrl: string, { folder, entries, accounts }: Place) {
  const rounds = entries <= 1_000_000 ? 3 : 1;
  const ours: Run[] = [];
  const floors: Run[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    floors.push(await runJson('floor-run.ts', bankUrl, accounts));
    const copy = join(folder, round === rounds ? 'full' : `round-${round}`);
    ours.push(await runJson('sync-run.ts', bankUrl, copy, accounts));
    if (round < rounds) rmSync(copy, { recursive: true });
  }
  const profiled = join(folder, 'profiled');
  const stages = await runJson('stages-run.ts', bankUrl, profiled, accounts);
  rmSync(profiled, { recursive: true });
  return { ours, floors, stages };
}
