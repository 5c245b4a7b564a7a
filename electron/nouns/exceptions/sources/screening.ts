import { dayOf, todayAt } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { limits } from '../../../../shared/limits.ts';
import type { ScreenedParty, ScreeningList } from '../../../../shared/ipc/review/screening.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { scheduledByPayee } from '../../due-payments/tables.ts';
import { oldLists, openSubjects, type OpenSubject } from '../../screening/open-matches.ts';
import { counted, exceptionId, type ExceptionParts, type Finding } from './exception.ts';

/** Finds listed names that a person has to decide on: one exception each, up to the number that their page shows, and one for the rest. */
export function listedNames({ journal }: Pick<ExceptionParts, 'journal'>): readonly Finding[] {
  const { subjects, more } = openSubjects(journal, limits.screeningMatchesShown);
  const scheduledFor = subjects.length === 0 ? () => 0 : scheduledCounts(journal);
  const findings = subjects.map((subject) => findingOf(subject, scheduledFor(subject.parties)));
  const [oldest] = subjects.map(({ at }) => at).toSorted();
  return more === 0 || oldest === undefined ? findings : [...findings, restFinding(more, oldest)];
}

const nothingKnown = { status: null, amount: null, submissionId: null } as const;

/** A subject keeps its exception over editions of the list, and gets another when its matches change. */
function findingOf(
  { key, parties, at, best, count, list }: OpenSubject,
  scheduled: number,
): Finding {
  const edition =
    list.edition === null
      ? `${list.title}, without a day`
      : `${list.title} of ${fullDay(list.edition)}`;
  const isOne = count === 1;
  const sentences = [
    `${subjectText(parties)} may be “${best.listedName}” (${edition}, ${best.entry.id}), ${String(best.score)} of 100: ${best.reason}.`,
    isOne ? '' : `${counted(count - 1, 'more match', 'more matches')} to decide.`,
    scheduled === 0
      ? 'Payments to it are held back.'
      : `Payments to it are held back, and ${counted(scheduled, 'scheduled payment')} ${scheduled === 1 ? 'waits' : 'wait'} for it.`,
  ];
  return {
    ...nothingKnown,
    exceptionId: exceptionId('listed-name', key),
    kind: 'listed-name',
    title: `${best.name} may be on a list of sanctions`,
    detail: sentences.filter(Boolean).join(' '),
    since: at,
    next: isOne ? 'Decide the match' : 'Decide the matches',
    place: { view: 'screening', matchId: best.matchId },
  };
}

const kindWords: Readonly<Record<ScreenedParty['kind'], readonly [one: string, more: string]>> = {
  payee: ['payee', 'payees'],
  recipient: ['recipient of a remittance', 'recipients of remittances'],
  'sub-client': ['sub-client', 'sub-clients'],
  shareholder: ['shareholder of a sub-client', 'shareholders of sub-clients'],
};

const listing = new Intl.ListFormat('en-GB');

/** `The payee`, `3 payees and 1 recipient of a remittance`. */
function subjectText(parties: readonly ScreenedParty[]): string {
  const [first] = parties;
  if (first !== undefined && parties.length === 1) return `The ${kindWords[first.kind][0]}`;
  const kinds = [...Map.groupBy(parties, ({ kind }) => kind)];
  return listing.format(kinds.map(([kind, of]) => counted(of.length, ...kindWords[kind])));
}

const restFinding = (more: number, since: string): Finding => ({
  ...nothingKnown,
  exceptionId: exceptionId('listed-name', 'others'),
  kind: 'listed-name',
  title: `${counted(more, 'more name')} may be on a list of sanctions`,
  detail: `The ${String(limits.screeningMatchesShown)} with the best scores are listed one by one. Payments to all of them are held back.`,
  since,
  next: 'Decide the matches',
  place: { view: 'screening' },
});

/** Counts the scheduled payments to payees among parties. */
function scheduledCounts(journal: Journal): (parties: readonly ScreenedParty[]) => number {
  const counts = scheduledByPayee(journal);
  return (parties) => {
    const payees = new Set(parties.filter(({ kind }) => kind === 'payee').map(({ id }) => id));
    return [...payees].reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  };
}

/** Finds stored lists that are too old. A dismissed one comes back with its next edition. */
export const oldScreeningLists = ({
  journal,
  clock,
}: Pick<ExceptionParts, 'journal' | 'clock'>): readonly Finding[] =>
  oldLists(journal, todayAt(clock.now())).map(oldFinding);

function oldFinding({ key, title, edition, addedAt, ageDays, listId }: ScreeningList): Finding {
  const day = edition ?? dayOf(addedAt);
  return {
    ...nothingKnown,
    exceptionId: exceptionId('old-list', key, listId),
    kind: 'old-list',
    title: `${title} is ${counted(ageDays, 'day')} old`,
    detail: `${edition === null ? 'It was added on' : 'Its edition is of'} ${fullDay(day)}. Names are compared with it as it stands; newer entries are missing.`,
    since: day,
    next: 'Add the newest edition',
    place: { view: 'screening' },
  };
}
