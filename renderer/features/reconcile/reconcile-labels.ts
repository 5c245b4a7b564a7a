import { isLockedState, type JournalStatus } from '../../../shared/ipc/submissions.ts';
import type {
  BankSource,
  ReconcileAnswer,
  ReconcileReport,
} from '../../../shared/ipc/review/reconcile.ts';
import { journalWords } from '../../../shared/ipc/journal-labels.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { exactInstant } from '../../ui/text/dates.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** The state of the journal, in plain words. */
export const journalSentence = (journal: JournalStatus): string =>
  journalWords(journal) ??
  (journal.state === 'whole'
    ? 'Sent log complete.'
    : 'Nothing on this machine can show whether the sent log is complete.');

export const sendingTag = (journal: JournalStatus): { tone: Tone; label: string } =>
  isLockedState(journal.state)
    ? { tone: 'bad', label: 'Sending paused' }
    : { tone: 'good', label: 'Sending enabled' };

/** The known facts; while sending is open both sides have the same. */
export const journalFacts = ({
  state,
  since,
  knownUntil,
  lastSentAt,
  sends,
  expectedSends,
}: JournalStatus): { label: string; value: string }[] => {
  const last = {
    label: 'Last send',
    value: lastSentAt === null ? 'none' : exactInstant(lastSentAt),
  };
  const own = { label: 'Sends in the record', value: formatCount(sends) };
  if (!isLockedState(state)) return [last, own];
  return [
    ...(since === null ? [] : [{ label: 'Found so', value: exactInstant(since) }]),
    {
      label: 'Confirmed by both until',
      value: knownUntil === null ? 'not known' : exactInstant(knownUntil),
    },
    { ...last, label: 'Last send remembered' },
    own,
    { label: 'Sends remembered outside', value: formatCount(expectedSends) },
  ];
};

export const answerTag: Readonly<Record<ReconcileAnswer['state'], { tone: Tone; label: string }>> =
  {
    whole: { tone: 'good', label: 'Read to its end' },
    doubtful: { tone: 'warn', label: 'Read, not checked' },
    closed: { tone: 'plain', label: 'This bank has none' },
    failed: { tone: 'bad', label: 'Not answered' },
  };

/** `the statement of X` at the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const sourceWords: Readonly<Record<BankSource, string>> = {
  transfers: 'list',
  trades: 'list',
  statement: 'statement',
};

/** May a person open sending again after this comparison? */
export const mayOpen = ({ verdict }: ReconcileReport): boolean =>
  verdict === 'confirm' || verdict === 'look';

/** Where the bank shows it. */
export const whereWords = (sources: readonly BankSource[]): string =>
  [...new Set(sources.map((source) => sourceWords[source]))].join(' and ') || 'nowhere';

/** The result of asking, in one sentence under the title of the figures. */
export function outcomeSentence({
  newlyFound,
  counts,
  agreeing,
  from,
  to,
}: ReconcileReport): string {
  const both = `${formatCount(agreeing)} ${agreeing === 1 ? 'payment agrees' : 'payments agree'}`;
  const known = counts.found - newlyFound;
  const before = known > 0 ? `, ${formatCount(known)} of them found before` : '';
  const lacked =
    counts.found === 0
      ? 'the bank has nothing that the record lacked'
      : `the bank has ${formatCount(counts.found)} that the record lacked${before}`;
  return `${fullDay(from)} to ${fullDay(to)}: ${both}; ${lacked}.`;
}

/** The note where a long list is cut; empty where all is shown. */
export const shownWords = (shown: number, all: number): string =>
  shown < all ? `The newest ${formatCount(shown)} are shown.` : '';
