import { runJson } from './programs.ts';
import type { Measured } from './rows.ts';

const lines = 2_000;
/** Profiling slows the run, and the shares of a shorter one are as good. */
const profiledLines = 600;

const stages = [
  ['waiting for the bank and the disk', 'waiting'],
  ['journal: intents, settlements', 'journal'],
  ['witness outside the data folder', 'witness'],
  ['checks of a line', 'checks'],
  ['connections, requests, answers', 'network'],
  ['view of the file', 'view'],
  ['garbage', 'garbage'],
  ['else', 'else'],
] as const;

const stagesOfList = [
  ['waiting for the reading thread', 'waiting'],
  ['the thread’s answer taken over', 'hand over'],
  ['the journal and the local copy, read', 'store'],
  ['payees compared', 'payees'],
  ['the list: items, order', 'list'],
  ['garbage', 'garbage'],
  ['else', 'else'],
] as const;

/** Measures payments and what waits for them; the fsync to compare with is the disk's own. */
export async function measurePaying(): Promise<Measured> {
  const intent = await runJson('intent-run.ts');
  const file = await runJson('payment-file-run.ts', lines);
  const slow = await runJson('payment-file-run.ts', lines, 'slow');
  const profile = await runJson('payment-file-run.ts', profiledLines, 'profiled');
  const of = (run: typeof file, name: string): number => run[name] ?? Number.NaN;
  const figure = (value: string, floor: string) => ({
    value: of(file, value),
    floor: of(file, floor),
  });
  return {
    figures: {
      'payments.perSecond': figure('perSecond', 'callsPerSecond'),
      // Four at a time, one group after the other, with nothing of ours between them.
      'payments.slowSeconds': { value: of(slow, 'seconds'), floor: (lines * 100) / 4_000 },
      'payments.loopP99Ms': figure('sendP99Ms', 'idleP99Ms'),
      'payments.loopMaxMs': figure('sendMaxMs', 'idleMaxMs'),
      'intent.p99Ms': { value: of(intent, 'p99Ms'), floor: of(intent, 'floorP99Ms') },
      'paymentFile.csvMs': figure('csvMs', 'textMs'),
      'paymentFile.xlsxMs': figure('xlsxMs', 'textMs'),
      'paymentFile.loopMaxMs': figure('checkMaxMs', 'idleMaxMs'),
      'exceptions.payeesMs': figure('exceptionsMs', 'parsedMs'),
    },
    tables: [
      {
        title: 'Where the main thread spends a payment of a file, by its profile',
        lines: [
          ['stage', 'a payment'],
          ...stages.map(([words, name]) => [
            words,
            `${(((profile[name] ?? 0) * 1_000) / profiledLines).toFixed(2)} ms`,
          ]),
        ],
      },
      {
        title: `Where the main thread spends a list of ${lines.toLocaleString('en-GB')} exceptions, by its profile`,
        lines: [
          ['stage', 'a list'],
          ...stagesOfList.map(([words, name]) => [
            words,
            `${(file[`exceptions.${name}`] ?? 0).toFixed(2)} ms`,
          ]),
        ],
      },
    ],
  };
}
