import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { TeamLogFilter, TeamLogRow } from '../../../shared/ipc/team-log.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { nameOf } from '../../engines/acts/team-keys.ts';
import { headWords } from '../../engines/acts/spoken-words.ts';
import { fillLog, type LogParts } from '../../engines/act-log/fill-log.ts';
import type { LogFileParts, LogNames } from '../../engines/act-log/log-file.ts';
import { logFile, type LogFormat } from '../../engines/act-log/log-file.ts';
import {
  logBefore,
  loggedKinds as kindsIn,
  type LogFilter,
  type LogRow,
  type LogTerm,
} from '../../engines/act-log/log-table.ts';
import { labelOf } from '../../engines/act-log/logged-kind.ts';
import { understand, type Term } from '../../engines/find/understand.ts';
import type { Journal } from '../../engines/store/database.ts';
import { foldedWords, foldText } from '../../engines/store/search/search-text.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';
import { claimNamed } from '../../engines/team-record/claim-table.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { loggedKinds } from './logged-kinds.ts';

/** Updates the log of a desk to the last act that it has read. Yields while it works. */
export const readLog = (team: OpenTeam, journal: Journal): Promise<void> =>
  fillLog(logPartsOf(team, journal));

function logPartsOf({ record, people }: OpenTeam, journal: Journal): LogParts {
  const { copy } = record;
  return {
    ...{ copy, kinds: loggedKinds },
    keys: () => people.keys(),
    knowledge: {
      personOf: (key) => people.nameOf(key),
      nameOf: (reference) => {
        const keys = people.keys();
        return keys === null ? '' : nameOf(keys, 'reference', reference);
      },
      referenceOf: (name) => claimNamed(copy, name)?.reference ?? '',
      sentUnder: (reference) => {
        const about = submissionByReference(journal, reference)?.about;
        return about ? { title: about.title, money: about.amount } : null;
      },
    },
  };
}

/** The terms of a search as a person typed it. Days are in UTC. */
export const searchTerms = (search: string, today: IsoDate): readonly Term[] =>
  understand(search, { today, accountNumbers: [], currencies: [] });

type Wanted = Pick<TeamLogFilter, 'person' | 'kind' | 'search'> & {
  readonly terms: readonly Term[];
};

/** The filter of the log's table for a person's search. */
export function logFilterOf(
  { people }: OpenTeam,
  { person, kind, search, terms }: Wanted,
): LogFilter {
  const keysNamed = (is: (name: string) => boolean): string[] =>
    people.members.filter(({ name }) => is(name)).map(({ key }) => key);
  const termOf = (text: string): LogTerm => ({
    text,
    currency: isCurrency(text.toUpperCase()) ? text.toUpperCase() : null,
    keys: keysNamed((name) => foldText(name).includes(text)),
    kinds: [...loggedKinds.values()]
      .filter(({ label }) => foldText(label).includes(text))
      .map((logged) => logged.kind),
  });
  const filter = terms.map((term): Partial<LogFilter> => {
    if (term.kind === 'days') return { days: [{ from: term.from, to: term.to }] };
    if (term.kind !== 'amount') return { words: foldedWords(textOf(term, search)).map(termOf) };
    const { ranges, currency, orText } = term;
    const orTerm = orText === null ? null : termOf(foldText(orText));
    return { amounts: [{ ranges, currency, orTerm }] };
  });
  return {
    keys: person === null ? null : keysNamed((name) => name === person),
    kind,
    words: filter.flatMap(({ words = [] }) => words),
    amounts: filter.flatMap(({ amounts = [] }) => amounts),
    days: filter.flatMap(({ days = [] }) => days),
  };
}

/** The text of a term: marks, directions and accounts of statements are plain words in the log. */
const textOf = (term: Term, search: string): string =>
  term.kind === 'word' ? term.text : search.slice(term.start, term.end);

/** The person and desk of a row, and what they did. */
function namesIn({ people }: OpenTeam): (row: LogRow) => LogNames {
  const machines = new Map<string, number>();
  // A renewed key belongs to the same machine as its successor.
  for (const { name, revoked } of people.members)
    if (revoked?.why !== 'renewed') machines.set(name, (machines.get(name) ?? 0) + 1);
  return ({ key, kind }) => {
    const person = key === '' ? noAuthor : people.nameOf(key);
    return {
      person,
      desk: (machines.get(person) ?? 0) > 1 ? key.slice(0, 8) : '',
      did: labelOf(loggedKinds, kind),
    };
  };
}

/** The author of an act whose signature is not its author's. */
const noAuthor = 'Nobody in the team';

/** A page of the log, the latest first. */
export function logPage(
  team: OpenTeam,
  filter: LogFilter,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): { readonly rows: readonly TeamLogRow[]; readonly hasMore: boolean } {
  const namesOf = namesIn(team);
  const found = logBefore(team.record.copy, filter, { behind: before ?? null, limit: limit + 1 });
  return {
    rows: found.slice(0, limit).map((row) => rowView(row, namesOf(row))),
    hasMore: found.length > limit,
  };
}

const rowView = (
  { id, n, at, kind, about, money, void: why }: LogRow,
  names: LogNames,
): TeamLogRow => ({
  ...{ id, n, at, ...names, kind, about },
  money: money && { amount: money.amount, currency: money.currency },
  ...{ amountFrom: money?.source ?? null, void: why },
});

/** The persons and kinds in the log. */
export const logChoices = ({ record, people }: OpenTeam) => ({
  persons: [...new Set(people.members.map(({ name }) => name))],
  kinds: kindsIn(record.copy)
    .map((kind) => ({ kind, label: labelOf(loggedKinds, kind) }))
    .sort((a, b) => a.label.localeCompare(b.label)),
});

/** The parts of an export of the log, apart from its rows. */
type Exporting = {
  readonly filter: LogFilter;
  /** The filter as a person entered it. */
  readonly wanted: Readonly<Record<string, string>>;
  readonly at: string;
};

/** The log as a file in pieces, in the order of the record. */
export function exportedLog(
  team: OpenTeam,
  format: LogFormat,
  { filter, wanted, at }: Exporting,
): ReturnType<typeof logFile> {
  const { record, people, row } = team;
  const { head } = record;
  const parts: LogFileParts = {
    ...{ copy: record.copy, filter, namesOf: namesIn(team) },
    keys: () => people.keys(),
    head: {
      ...{ nostro: 'team log', version: 1, team: row().team, exportedAt: at, by: row().name },
      filter: wanted,
      head: { ...head, words: head.n === 0 ? '' : headWords(head) },
      members: people.members.map(({ key, name, roles, since, revoked }) => ({
        ...{ key: `ed25519:${key}`, name, roles, since, revoked },
      })),
    },
  };
  return logFile(format, parts);
}
