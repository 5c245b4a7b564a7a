import { setImmediate } from 'node:timers/promises';

import { isOperationName } from '../../../../shared/bank/catalogue.ts';
import { leftOut, type Asking } from './questions.ts';
import { groupWords, type Group } from '../exchanges/groups.ts';
import type { Known } from '../exchanges/known-operations.ts';
import {
  firstOf,
  noteReading,
  readingOf,
  readingsOf,
  samplesToPlace,
  verdictOf,
  type Reading,
} from './recognise.ts';

/** Assigns operations to groups, the sure ones first, since their values make others sure. Yields to the event loop in between. */
export async function recogniseAll(
  groups: readonly Group[],
  known: Known,
  asking: Asking,
): Promise<Reading[]> {
  const readings = new Map<Group, Reading>();
  const take = (reading: Reading): void => {
    readings.set(reading.group, reading);
    noteReading(reading, known);
  };
  for (const group of groups)
    if (group.byPath !== null) readingsOf(group, known, new Set()).slice(0, 1).forEach(take);
  for (let isNews = true; isNews;) {
    const sure = await surest(groups, readings, known);
    isNews = sure.length > 0;
    sure.forEach(take);
  }
  for (const group of groups) {
    const chosen = readings.has(group) ? null : askWhich(group, claimedBy(readings), known, asking);
    if (chosen) take(chosen);
    await setImmediate();
  }
  return placed([...readings.values()], known);
}

/** Reads every group again, with all that is known now and more of the records. */
async function placed(readings: readonly Reading[], known: Known): Promise<Reading[]> {
  const again: Reading[] = [];
  for (const { operation, group } of readings) {
    const reading = readingOf(operation, group, known, samplesToPlace);
    if (reading) again.push(reading);
    await setImmediate();
  }
  return again;
}

const claimedBy = (readings: ReadonlyMap<Group, Reading>): ReadonlySet<string> =>
  new Set([...readings.values()].map(({ operation }) => operation));

/** Every group that is surely one operation by what is known so far; each operation once, for its likeliest group. */
async function surest(
  groups: readonly Group[],
  readings: ReadonlyMap<Group, Reading>,
  known: Known,
): Promise<Reading[]> {
  const claimed = new Set(claimedBy(readings));
  const sure: Reading[] = [];
  for (const group of groups) {
    if (readings.has(group) || group.byPath !== null) continue;
    const verdict = verdictOf(readingsOf(group, known, claimed));
    if (verdict.kind === 'is') sure.push(verdict.reading);
    await setImmediate();
  }
  return sure
    .toSorted((a, b) => b.score - a.score)
    .filter(({ operation }) => !claimed.has(operation) && claimed.add(operation));
}

function askWhich(
  group: Group,
  claimed: ReadonlySet<string>,
  known: Known,
  asking: Asking,
): Reading | null {
  const verdict = verdictOf(readingsOf(group, known, claimed));
  if (verdict.kind !== 'asks') return null;
  const answered = asking.ask({
    place: groupWords(group),
    question: `Which operation is it (${firstOf(group)})?`,
    choices: [...verdict.readings.map(({ operation }) => operation), leftOut],
  });
  return answered !== null && isOperationName(answered) ? readingOf(answered, group, known) : null;
}
