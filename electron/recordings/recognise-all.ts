import { isOperationName } from '../../shared/bank/catalogue.ts';
import { leftOut, type Asking } from './asking.ts';
import { groupWords, type Group } from './groups.ts';
import type { Known } from './known.ts';
import {
  firstOf,
  noteReading,
  readingOf,
  readingsOf,
  samplesToPlace,
  verdictOf,
  type Reading,
} from './recognise.ts';

/** Which group is which operation: those that are sure first, since what they tell makes others sure. */
export function recogniseAll(groups: readonly Group[], known: Known, asking: Asking): Reading[] {
  const readings = new Map<Group, Reading>();
  const take = (reading: Reading): void => {
    readings.set(reading.group, reading);
    noteReading(reading, known);
  };
  for (const group of groups)
    if (group.byPath !== null) readingsOf(group, known, new Set()).slice(0, 1).forEach(take);
  for (let isNews = true; isNews;) {
    const sure = surest(groups, readings, known);
    isNews = sure.length > 0;
    sure.forEach(take);
  }
  for (const group of groups) {
    const asked = readings.has(group) ? null : askWhich(group, takenBy(readings), known, asking);
    if (asked) take(asked);
  }
  return [...readings.values()]
    .map(({ operation, group }) => readingOf(operation, group, known, samplesToPlace))
    .filter((reading) => reading !== null);
}

const takenBy = (readings: ReadonlyMap<Group, Reading>): ReadonlySet<string> =>
  new Set([...readings.values()].map(({ operation }) => operation));

/** Every group that is surely one operation by what is known so far; each operation once, by its likeliest group. */
function surest(
  groups: readonly Group[],
  readings: ReadonlyMap<Group, Reading>,
  known: Known,
): Reading[] {
  const taken = new Set(takenBy(readings));
  return groups
    .filter((group) => !readings.has(group) && group.byPath === null)
    .map((group) => verdictOf(readingsOf(group, known, taken)))
    .flatMap((verdict) => (verdict.kind === 'is' ? [verdict.reading] : []))
    .toSorted((a, b) => b.score - a.score)
    .filter(({ operation }) => !taken.has(operation) && taken.add(operation));
}

function askWhich(
  group: Group,
  taken: ReadonlySet<string>,
  known: Known,
  asking: Asking,
): Reading | null {
  const verdict = verdictOf(readingsOf(group, known, taken));
  if (verdict.kind !== 'asks') return null;
  const answered = asking.ask({
    place: groupWords(group),
    question: `Which operation is it (${firstOf(group)})?`,
    choices: [...verdict.readings.map(({ operation }) => operation), leftOut],
  });
  return answered !== null && isOperationName(answered) ? readingOf(answered, group, known) : null;
}
