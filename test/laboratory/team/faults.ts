import { drawnActs } from './plan.ts';
import { listLies } from '../../support/banks/mirage/mirage-list.ts';
import { hasDump } from '../../support/postgres/snapshot.ts';
import { lineMoments } from './record-line.ts';
import { holdPoints, losses, refusals, teamKillPoints, unclear } from './sendings.ts';

const orderKinds = ['transfer', 'receivable', 'payee', 'payee change'] as const;

/** Faults that are more than a step: each is counted where it shows. */
const shown = [
  'an order is booked late',
  'an order is sent by a wrong clock',
  'an order is sent again',
  'a desk of a fork sends',
  'a copied record is restored',
  'a dumped record is restored',
  'a restored record lacks acts that a desk has read',
  'a revoked desk tries to send',
  'a laptop that slept goes on',
] as const;

/** Everything that the histories of a run are to contain at least once: steps that had an effect, and faults that happened. */
export const faultKinds: readonly string[] = [
  ...drawnActs,
  ...orderKinds.map((kind) => `order of a ${kind}`),
  ...teamKillPoints.map((point) => `killed: ${point}`),
  ...lineMoments.map((moment) => `line broke: ${moment}`),
  ...new Set(holdPoints.map((point) => `stood still: ${point}`)),
  ...[...new Set([...losses, ...unclear, ...refusals])].map((answer) => `bank answered: ${answer}`),
  ...shown.filter((kind) => hasDump || kind !== 'a dumped record is restored'),
];

/** The same for each way in which the list of the bank lies. A hundred histories have too few of them for each. */
export const rareKinds: readonly string[] = listLies.map((lie) => `list of the bank: ${lie}`);
export type ShownFault = (typeof shown)[number];

/** How often each happened. */
export type Happened = Map<string, number>;

export function count(happened: Happened, kind: string, times = 1): void {
  happened.set(kind, (happened.get(kind) ?? 0) + times);
}
