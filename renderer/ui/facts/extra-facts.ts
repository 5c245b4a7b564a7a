import { parseExtras, extraLines, type Extras } from '../../../shared/bank/extras.ts';
import type { Fact } from './fact.ts';
import { seenText } from '../text/unseen-letters.ts';

/** The maximum number of drawn letters: longer texts are still stored, exported and searched in full. */
const [nameMax, valueMax] = [120, 400];

/** The bank's extra fields by their own names, in visible characters; no two labels are alike. */
export function extraFacts(extras: Extras | null | undefined): Fact[] {
  const seen = new Map<string, number>();
  return extraLines(extras).map(({ name, value }) => {
    const label = drawn(name, nameMax) || 'no name';
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return {
      label: times === 1 ? label : `${label} (${String(times)})`,
      value: drawn(value, valueMax),
    };
  });
}

/** The names of extra fields that are not stored, in one sentence; null where all are stored. */
export function omittedText(extras: Extras | null | undefined): string | null {
  const { omitted } = parseExtras(extras);
  const names = omitted.slice(0, 10).map((name) => drawn(name, nameMax));
  const more = omitted.length - names.length;
  if (names.length === 0) return null;
  const rest = more > 0 ? ` and ${String(more)} more` : '';
  return `Not stored, as it is too long, too deep or may be a secret: ${names.join(', ')}${rest}.`;
}

/** What differs between two accountStatements, name by name. */
export function extraDifferences(
  was: Extras | null | undefined,
  is: Extras | null | undefined,
): { readonly label: string; readonly was: string; readonly is: string }[] {
  const before = new Map(extraFacts(was).map(({ label, value }) => [label, value]));
  const after = new Map(extraFacts(is).map(({ label, value }) => [label, value]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((label) => ({
      label: `“${label}”`,
      was: before.get(label) ?? '',
      is: after.get(label) ?? '',
    }))
    .filter((pair) => pair.was !== pair.is);
}

function drawn(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return seenText(cut);
}
