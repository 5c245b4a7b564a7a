import { lastFour } from '../../../shared/account-digits.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type {
  CloseAccount,
  CloseCondition,
  ClosePeriod,
  ClosePoint,
} from '../../../shared/ipc/review/closes.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import type { ConditionInputs } from './conditions.ts';
import { kindOf, periodWords } from './periods.ts';

/** Late entries of a closed day without an acknowledgement. */
export type LateDay = { readonly period: ClosePeriod; readonly count: number };

type Given = {
  readonly accounts: readonly CloseAccount[];
  readonly inputs: ConditionInputs;
  /** Unread entries of the days, over all accounts. */
  readonly unread: number;
  readonly lateDays: readonly LateDay[];
  /** Days of a month or months of a year that are not closed. */
  readonly openParts: readonly ClosePeriod[];
};

/** The open points, gravest first: each once over all accounts, with one default action. */
export const pointsOf = (given: Given): ClosePoint[] =>
  [
    unknown(given),
    ...proven(given),
    unread(given),
    ...sources(given),
    ...books(given),
    exceptions(given),
    late(given),
    parts(given),
  ].filter((point) => point !== null);

function unknown({ inputs: { unknown: open } }: Given): ClosePoint | null {
  if (open.length === 0) return null;
  const amounts = open.flatMap(({ about }) => (about?.amount ? [formatMoney(about.amount)] : []));
  return {
    pointId: 'unknown',
    count: open.length,
    what: `unanswered ${open.length === 1 ? 'change' : 'changes'}`,
    detail: shortened(amounts.length > 0 ? amounts : open.map(({ reference }) => reference)),
    isGrave: false,
    next: open.length === 1 ? 'Look it up' : 'Look them up',
    place: { view: 'exceptions' },
  };
}

function proven({ accounts }: Given): ClosePoint[] {
  const all = openIn(accounts, 'proven');
  const grave = all.filter(({ cells }) => cells.proven.isGrave);
  const rest = all.filter(({ cells }) => !cells.proven.isGrave);
  return [
    ...point(grave, {
      pointId: 'proven:broken',
      condition: 'proven',
      what: (count) => (count === 1 ? 'account off' : 'accounts off'),
      next: 'Open the day',
    }),
    ...point(rest, {
      pointId: 'proven',
      condition: 'proven',
      what: (count) => (count === 1 ? 'account not checked' : 'accounts not checked'),
      next: 'Open it',
    }),
  ];
}

function unread({ accounts, unread: count }: Given): ClosePoint | null {
  const own = openIn(accounts, 'read');
  const [first] = own;
  if (first === undefined) return null;
  return {
    pointId: 'read',
    count,
    what: `${count === 1 ? 'entry' : 'entries'} not read`,
    detail: `in ${formatCount(own.length)} ${own.length === 1 ? 'account' : 'accounts'}`,
    isGrave: false,
    next: 'Review',
    place: own.length === 1 ? first.cells.read.place : { view: 'review' },
  };
}

function sources({ accounts }: Given): ClosePoint[] {
  const condition = 'second-source';
  const own = openIn(accounts, condition);
  return [
    ...point(
      own.filter(({ cells }) => cells[condition].isGrave),
      {
        ...{ pointId: `${condition}:differs`, condition, next: 'Compare' },
        what: (count) => (count === 1 ? 'second source differs' : 'second sources differ'),
      },
    ),
    ...point(
      own.filter(({ cells }) => !cells[condition].isGrave),
      {
        ...{ pointId: condition, condition, next: 'Add the file' },
        what: (count) => (count === 1 ? 'second source not there' : 'second sources not there'),
      },
    ),
  ];
}

const books = ({ accounts }: Given): ClosePoint[] =>
  point(openIn(accounts, 'books'), {
    ...{ pointId: 'books', condition: 'books', next: 'Match' },
    what: (count) => (count === 1 ? 'account not with the books' : 'accounts not with the books'),
  });

function exceptions({ inputs: { exceptions: items } }: Given): ClosePoint | null {
  const [first] = items;
  if (first === undefined) return null;
  return {
    pointId: 'exceptions',
    count: items.length,
    what: items.length === 1 ? 'open exception' : 'open exceptions',
    detail: shortened(items.map(({ title }) => title)),
    isGrave: items.some(({ urgency }) => urgency === 'now'),
    next: 'Deal with it',
    place: { view: 'exceptions', exceptionId: first.exceptionId },
  };
}

function late({ lateDays }: Given): ClosePoint | null {
  const [first] = lateDays;
  if (first === undefined) return null;
  const count = lateDays.reduce((sum, day) => sum + day.count, 0);
  return {
    pointId: 'late',
    count,
    what: `late ${count === 1 ? 'entry' : 'entries'} not taken`,
    detail: shortened(lateDays.map((day) => `${formatCount(day.count)} of ${short(day.period)}`)),
    isGrave: false,
    next: 'Take',
    place: { view: 'close', period: first.period },
  };
}

function parts({ openParts }: Given): ClosePoint | null {
  const [first] = openParts;
  if (first === undefined) return null;
  const kind = kindOf(first);
  const count = openParts.length;
  return {
    pointId: 'period',
    count,
    what: `${kind}${count === 1 ? ' is' : 's are'} not closed`,
    detail: shortened(openParts.map(short)),
    isGrave: false,
    next: `Close ${short(first)}`,
    place: { view: 'close', period: first },
  };
}

const openIn = (accounts: readonly CloseAccount[], condition: CloseCondition): CloseAccount[] =>
  accounts.filter(({ cells }) => cells[condition].is === 'open');

function point(
  own: readonly CloseAccount[],
  {
    pointId,
    condition,
    what,
    next,
  }: {
    pointId: string;
    condition: CloseCondition;
    what: (count: number) => string;
    next: string;
  },
): ClosePoint[] {
  const [first] = own;
  if (first === undefined) return [];
  const words = own.map((account) => `${nameOf(account)}, ${account.cells[condition].words}`);
  return [
    {
      ...{ pointId, next, count: own.length, what: what(own.length), detail: shortened(words) },
      isGrave: first.cells[condition].isGrave,
      place: first.cells[condition].place,
    },
  ];
}

const nameOf = ({ accountName, accountNumber }: CloseAccount): string =>
  `${accountName} ${lastFour(accountNumber)}`.trim();

const short = (period: ClosePeriod): string =>
  kindOf(period) === 'day' ? fullDay(period).slice(0, -5) : periodWords(period);

/** The number of items that a sentence names. */
const namedMax = 4;

const shortened = (words: readonly string[]): string =>
  words.length <= namedMax
    ? words.join('; ')
    : `${words.slice(0, namedMax).join('; ')} and ${formatCount(words.length - namedMax)} more`;
