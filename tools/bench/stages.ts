import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The stage to which a source file's time counts; the first that fits. */
export type Stages = readonly (readonly [stage: string, source: RegExp])[];

/** Of the threads that read and store a first sync. */
export const syncStages: Stages = [
  // Native code that a transaction calls itself; what its work calls has a nearer source.
  ['commit', /better-sqlite3\/lib\/methods\/transaction/],
  ['fetch', /undici|^electron\/engines\/(bank|machine)\/|^node:/],
  ['parse', /exact-json/],
  ['hand over', /packed-entries|remote-methods|worker-messages/],
  ['index', /settle|statements\/aggregates\//],
  ['look up', /places|entry-keys/],
  [
    'insert',
    /save-|entry-versions|range-(state|run)|ranges|^electron\/engines\/store\/(?!database|faults)/,
  ],
  ['read and prove', /^shared\/|^electron\/nouns\/statements\//],
];

/** Of each thread while a range that did not change is read again. */
export const againStages: Stages = [
  ['digest', /^node:internal\/crypto\//],
  ['hand over', /^node:internal\/(worker|per_context)|^electron\/engines\/store\/threads\//],
  ['network', /undici|^electron\/engines\/bank\/|^node:/],
  ['calls', /^electron\/nouns\/activity\/|store\/(opening\/deferred-sync|write-journal)/],
  ['verdicts', /statements\/chain\/|day-verdicts|finish-range|aggregates\//],
  ['match', /cache-match|page-cache|seen-ids|range-run/],
  ['parse', /exact-json|answered-page|page-entries|entry-reader/],
  ['store', /better-sqlite3|^electron\/engines\/store\/|statements\/(reading|entries)\//],
];

/** Of the main thread while a first sync runs. */
export const mainStages: Stages = [
  ['hand over', /^node:internal\/(worker|per_context)|^electron\/engines\/store\/threads\//],
  ['calls', /better-sqlite3|^electron\/nouns\/activity\/|^electron\/engines\/store\//],
  ['network', /undici|^electron\/engines\/bank\/|^node:/],
  ['pages', /^electron\/nouns\/statements\/|^shared\//],
];

/** Of the main thread while the exceptions are listed. */
export const exceptionStages: Stages = [
  ['hand over', /^node:internal\/(worker|per_context)|^electron\/engines\/store\/threads\//],
  ['store', /better-sqlite3|^electron\/engines\/store\//],
  ['payees', /^electron\/nouns\/beneficiaries\//],
  ['list', /^electron\/nouns\/exceptions\/|^electron\/|^shared\//],
];

/** Of the main thread while a payment file is sent. */
export const paymentStages: Stages = [
  ['view', /payments\/file\/views|payments\/file\/ledger/],
  ['network', /undici|^electron\/engines\/bank\/|^node:(net|http|tls|internal)/],
  ['witness', /continuity/],
  ['journal', /better-sqlite3|^electron\/engines\/store\/|submissions\/journal/],
  ['checks', /^electron\/nouns\/|^electron\/engines\/submissions\//],
];

/** Seconds of a profile by stage; native code counts to the function that called it. */
export function secondsByStage(profile: Profiler.Profile, stages: Stages): Record<string, number> {
  const seconds: Record<string, number> = {};
  for (const { stage, ms } of samplesOf(profile, stages))
    seconds[stage] = (seconds[stage] ?? 0) + ms / 1_000;
  return seconds;
}

/** The uninterrupted holds of a thread: how many, the longest, and milliseconds by stage over all of them. */
type Holds = {
  readonly times: number;
  readonly longestMs: number;
  readonly msByStage: Readonly<Record<string, number>>;
};

/** Returns the holds in which the thread of a profile did not wait for `leastMs` milliseconds or longer. */
export function holdsOf(profile: Profiler.Profile, stages: Stages, leastMs: number): Holds {
  const holds: { ms: number; stages: Map<string, number> }[] = [];
  let current: (typeof holds)[number] | null = null;
  for (const { stage, ms } of samplesOf(profile, stages)) {
    if (stage === 'waiting') {
      current = null;
      continue;
    }
    if (current === null) holds.push((current = { ms: 0, stages: new Map() }));
    current.ms += ms;
    current.stages.set(stage, (current.stages.get(stage) ?? 0) + ms);
  }
  const long = holds.filter(({ ms }) => ms >= leastMs);
  const msByStage: Record<string, number> = {};
  for (const hold of long)
    for (const [stage, ms] of hold.stages) msByStage[stage] = (msByStage[stage] ?? 0) + ms;
  return { times: long.length, longestMs: Math.max(0, ...long.map(({ ms }) => ms)), msByStage };
}

/** The samples of a profile in their order, each with its stage and its time. */
function samplesOf(profile: Profiler.Profile, stages: Stages): { stage: string; ms: number }[] {
  const { samples = [], timeDeltas = [] } = profile;
  const stageOf = stageFinder(profile, stages);
  return samples.map((id, at) => ({
    stage: stageOf(id),
    ms: (timeDeltas[at] ?? 0) / 1_000,
  }));
}

function stageFinder(profile: Profiler.Profile, stages: Stages): (id: number) => string {
  const parents = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])),
  );
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const sourceOf = sourceFinder();
  const find = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame;
      if (frame === undefined) break;
      if (frame.functionName === '(idle)') return 'waiting';
      if (frame.functionName === '(garbage collector)') return 'garbage';
      const source = sourceOf(frame.url, frame.lineNumber, frame.columnNumber);
      const known = stages.find(([, fits]) => source !== null && fits.test(source));
      if (known) return known[0];
    }
    return 'else';
  };
  const known = new Map<number, string>();
  return (id) => {
    const stage = known.get(id) ?? find(id);
    known.set(id, stage);
    return stage;
  };
}

/** The source that a place of a bundle is from, as its map says. */
function sourceFinder(): (url: string, line: number, column: number) => string | null {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const file = `${fileURLToPath(url)}.map`;
    const map = existsSync(file)
      ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
      : null;
    maps.set(url, map);
    return map;
  };
  return (url, line, column) => {
    if (url.startsWith('node:')) return url;
    if (!url.startsWith('file:')) return null;
    const map = maps.get(url) ?? mapOf(url);
    const found = map?.findEntry(line, column);
    const source = found && 'originalSource' in found ? found.originalSource : url;
    return source.replace(/^.*?((electron|shared|sandbox|node_modules)\/)/, '$1');
  };
}
