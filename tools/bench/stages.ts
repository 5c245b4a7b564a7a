import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What a source file's time counts as; the first that fits. */
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

/** Of the main thread while a payment file is sent. */
export const paymentStages: Stages = [
  ['view', /payments\/file\/views|payments\/file\/ledger/],
  ['network', /undici|^electron\/engines\/bank\/|^node:(net|http|tls|internal)/],
  ['witness', /continuity/],
  ['journal', /better-sqlite3|^electron\/engines\/store\/|submissions\/journal/],
  ['checks', /^electron\/nouns\/|^electron\/engines\/submissions\//],
];

/** Seconds of a profile by stage; what is native counts to the function that called it. */
export function secondsByStage(profile: Profiler.Profile, stages: Stages): Record<string, number> {
  const parents = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])),
  );
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const sourceOf = sourceFinder();
  const stageOf = (id: number): string => {
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
  const seconds: Record<string, number> = {};
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const stage = known.get(id) ?? stageOf(id);
    known.set(id, stage);
    seconds[stage] = (seconds[stage] ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1e6;
  }
  return seconds;
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
