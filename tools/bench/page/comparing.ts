import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { actualTimes } from '../peers/actual.ts';
import { isInstalled, timedProgram } from '../peers/programs.ts';
import { peers, questions, type Peer } from '../peers/questions.ts';
import { writeText } from '../peers/texts.ts';
import { runJson, withBank, type Place, type Run } from './programs.ts';
import type { Measured, Table } from './rows.ts';

/** With more than this a question takes the ledgers minutes. */
const entriesMax = 100_000;

type PeerTimes = { readonly name: string; readonly times: Run; readonly isLedger: boolean };

/** Measures the same entries in every ledger that is installed here, as whole processes, and in ours, by its routes. */
export async function measurePeers({ folder, entries: wanted }: Place): Promise<Measured> {
  const entries = Math.min(wanted, entriesMax);
  const place = join(folder, 'peers');
  mkdirSync(place);
  const rare = `invoice ${10_000 + Math.floor(entries / 2)}`;
  const copy = join(place, 'copy');
  const ours = await withBank({ entries, accounts: 1 }, ({ url }) =>
    runJson('peer-run.ts', url, copy, join(place, 'ours.csv'), rare),
  );
  const peerTimes: PeerTimes[] = [];
  const missing: string[] = [];
  for (const peer of peers)
    if (isInstalled(peer.program))
      peerTimes.push({ name: peer.name, ...(await timesOf(peer, { place, entries, rare })) });
    else missing.push(peer.name);
  const actual = await actualTimes(place, { entries, rare });
  if ('times' in actual) peerTimes.push({ name: actual.name, times: actual.times, isLedger: true });
  else missing.push(`Actual's engine (${actual.missing})`);
  return {
    figures: figuresOf(ours, peerTimes),
    tables: [tableOf(ours, peerTimes, { entries, missing })],
  };
}

async function timesOf(
  { program, text, commands, name }: Peer,
  { place, entries, rare }: { place: string; entries: number; rare: string },
): Promise<Omit<PeerTimes, 'name'>> {
  const file = join(place, `${name.replaceAll(/\W/g, '')}.txt`);
  writeText(text, file, entries);
  const words = commands(file, rare);
  const times: Record<string, number> = {};
  for (const question of questions) {
    const asking = words[question];
    if (!asking) continue;
    const { ms, peakMb } = await timedProgram(program, asking);
    times[question] = ms;
    if (question === 'load') times['memory'] = peakMb;
  }
  return { times, isLedger: text !== 'csv' };
}

const comparedRows = [...questions, 'memory'] as const;

const figuresOf = (ours: Run, peerTimes: readonly PeerTimes[]) =>
  Object.fromEntries(
    comparedRows.map((question) => {
      const ledgers = peerTimes.filter(({ isLedger }) => isLedger);
      const known = ledgers.flatMap(({ times }) => times[question] ?? []).filter(Number.isFinite);
      const best = known.length === 0 ? Number.NaN : Math.min(...known);
      const floor = question === 'load' || question === 'export' ? best / 1_000 : best;
      return [`peers.${question}`, { value: (ours[question] ?? Number.NaN) / best, floor }];
    }),
  );

function tableOf(
  ours: Run,
  peerTimes: readonly PeerTimes[],
  { entries, missing }: { entries: number; missing: readonly string[] },
): Table {
  const none = missing.length === 0 ? '' : `; not to be had here: ${missing.join(', ')}`;
  const cell = (times: Run, question: string): string => {
    const figure = times[question];
    if (figure === undefined || !Number.isFinite(figure)) return '–';
    if (question === 'memory') return `${figure.toFixed(0)} MB`;
    return figure >= 1_000
      ? `${(figure / 1_000).toFixed(1)} s`
      : `${figure.toFixed(figure >= 10 ? 0 : 2)} ms`;
  };
  return {
    title: `Ledgers at ${entries.toLocaleString('en-GB')} entries, whole processes; ours is an open desk${none}`,
    lines: [
      ['asked', 'Nostro', ...peerTimes.map(({ name }) => name)],
      ...comparedRows.map((question) => [
        question,
        cell(ours, question),
        ...peerTimes.map(({ times }) => cell(times, question)),
      ]),
    ],
  };
}
