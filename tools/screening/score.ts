import { createTurns } from '../../electron/engines/files/turns.ts';
import type { ListedEntry } from '../../electron/engines/sanctions/lists/list.ts';
import { NameIndex } from '../../electron/engines/sanctions/names/name-index.ts';
import { screenSubject } from '../../electron/engines/sanctions/screen.ts';
import { generatedList, generatedQueries, innocents, variants } from './generated-names.ts';

/**
 * Recall and false alarms of the screening of names: `npm run screening:score -- [--seed N] [--names N] [--queries N]`. A list of
 * generated names is searched for the same names written otherwise, and for generated names that are on no list.
 */

const thresholds = [75, 80, 85, 90, 95];

type Options = { readonly seed: number; readonly names: number; readonly queries: number };

function optionsIn(args: readonly string[]): Options {
  const of = (name: string, otherwise: number): number => {
    const at = args.indexOf(`--${name}`);
    const value = at < 0 ? otherwise : Number(args[at + 1]);
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`--${name} is a count`);
    return value;
  };
  return { seed: of('seed', 1), names: of('names', 20_000), queries: of('queries', 500) };
}

/** The best score of each query; `own` counts matches of the entry that is meant alone. */
function scoresOf(
  index: NameIndex,
  queries: Iterable<{ readonly entry: ListedEntry; readonly name: string }>,
  of: 'own' | 'any',
): number[] {
  const lowest = Math.min(...thresholds);
  return [...queries].map(({ entry, name }) => {
    const subject = { names: [name], country: null, birthYear: null };
    const matches = screenSubject(index, subject, { threshold: lowest });
    const counted = of === 'own' ? matches.filter((match) => match.entry === entry) : matches;
    return Math.max(0, ...counted.map(({ score }) => score));
  });
}

const processorMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

const share = (scores: readonly number[], threshold: number): string =>
  `${((100 * scores.filter((score) => score >= threshold).length) / scores.length).toFixed(1)} %`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(title: string, rows: readonly (readonly [string, readonly number[]])[]): string {
  const head = [title, ...thresholds.map((threshold) => `≥ ${String(threshold)}`)];
  return [
    row(head),
    row(head.map((_, at) => (at === 0 ? '---' : '---:'))),
    ...rows.map(([name, scores]) => row([name, ...thresholds.map((one) => share(scores, one))])),
  ].join('\n');
}

async function main(): Promise<void> {
  const { seed, names, queries } = optionsIn(process.argv.slice(2));
  const list = generatedList(seed, names);
  const entries = list.map((entry) => ({ listKey: 'generated', entry }));
  const started = process.cpuUsage();
  const index = await NameIndex.of(entries, createTurns());
  const built = processorMs(started);
  const searching = process.cpuUsage();
  const of = { seed: seed + 1, count: queries };
  const recall = Object.entries(variants).map(
    ([name, kind]) => [name, scoresOf(index, generatedQueries(kind, list, of), 'own')] as const,
  );
  const alarms = Object.entries(innocents).map(
    ([name, kind]) => [name, scoresOf(index, generatedQueries(kind, list, of), 'any')] as const,
  );
  const searched = queries * (recall.length + alarms.length);
  const perName = processorMs(searching) / searched;
  process.stdout.write(
    [
      table('Recall: the name of an entry, with', recall),
      '',
      table('False alarms: a name on no list, with', alarms),
      '',
      `${String(index.size)} names on the list, read in ${built.toFixed(0)} ms of a processor; ${perName.toFixed(2)} ms a name. Seed ${String(seed)}.`,
      '',
    ].join('\n'),
  );
}

await main();
