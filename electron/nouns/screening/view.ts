import type {
  MatchState,
  NameCheck,
  ScreeningMatch,
  ScreeningView,
} from '../../../shared/ipc/review/screening.ts';
import { limits } from '../../../shared/limits.ts';
import type { ListMatch } from '../../engines/sanctions/screen.ts';
import type { Journal } from '../../engines/store/database.ts';
import { screenedCount, stateOf } from './result-tables.ts';
import type { Screening } from './screening.ts';

const order: Readonly<Record<MatchState, number>> = { open: 0, same: 1, lifted: 2, other: 3 };

type ListTitles = ReadonlyMap<string, Pick<ScreeningMatch, 'list' | 'edition'>>;

/** Returns everything that the screening page shows. */
export function screeningView(screening: Screening, journal: Journal): ScreeningView {
  const lists = screening.lists();
  const matches = matchesOf(screening);
  return {
    lists,
    matches: matches.slice(0, limits.screeningMatchesShown),
    matchCount: matches.length,
    openCount: matches.filter(({ state }) => state === 'open').length,
    ...screenedCount(journal, screening.stamp),
    isRunning: screening.isRunning,
  };
}

/** Returns every match by the lists in force: open ones first, then by score. Parties with the same names share their matches. */
export function matchesOf(screening: Screening): ScreeningMatch[] {
  const titles = titlesOf(screening);
  const matches = new Map<string, ScreeningMatch>();
  for (const { parties, matches: found } of screening.results())
    for (const { match, decision } of screening.decided(found)) {
      const { matchId } = match;
      const before = matches.get(matchId);
      const state = stateOf(decision);
      matches.set(matchId, {
        ...shownMatch(match, titles),
        ...(before && before.score > match.score ? before : {}),
        ...{ matchId, state },
        parties: [...(before?.parties ?? []), ...parties],
        decision:
          decision === null || state === 'open'
            ? null
            : { by: decision.by, at: decision.at, reason: decision.reason },
      });
    }
  return [...matches.values()].toSorted(
    (a, b) => order[a.state] - order[b.state] || b.score - a.score || a.name.localeCompare(b.name),
  );
}

/** Returns the matches of a typed name. */
export const nameCheck = (screening: Screening, matches: readonly ListMatch[]): NameCheck => {
  const titles = titlesOf(screening);
  return { matches: matches.map((match) => shownMatch(match, titles)) };
};

const titlesOf = (screening: Screening): ListTitles =>
  new Map(screening.lists().map(({ key, title, edition }) => [key, { list: title, edition }]));

/** Other names of an entry that are shown. */
const otherNamesShown = 20;

function shownMatch(
  { listKey, entry, name, listedName, score, reason }: ListMatch,
  titles: ListTitles,
): NameCheck['matches'][number] {
  const { id, kind, programme, countries, birthYears, names } = entry;
  return {
    ...{ name, listedName, score, reason },
    ...(titles.get(listKey) ?? { list: listKey, edition: null }),
    ...{ entryId: id, entryKind: kind, programme, countries, birthYears },
    otherNames: names
      .map(({ text }) => text)
      .filter((text) => text !== listedName)
      .slice(0, otherNamesShown),
  };
}
