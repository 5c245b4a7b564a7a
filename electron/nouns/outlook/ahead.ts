import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import { outlookInPieces, type Ahead } from '../../engines/recurring/outlook.ts';
import { isWeekday } from '../../engines/calendars/weekends.ts';
import {
  firstWeekendWords,
  reasonOf,
  recordWords,
} from '../../engines/recurring/narration-words.ts';
import { entriesByKey } from '../statements/entries/entries-by-key.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import type { ClosedDays } from './closed-days.ts';
import { historyOf } from './history.ts';
import {
  daysAhead,
  type KnownLine,
  type OutlookQuestion,
  type UnitsAhead,
  type UnitsLine,
} from './lines.ts';
import { tradesAhead } from './trades.ts';

/** Monthly movements are recognised after three occurrences. */
const shortDays = 92;

/** Computes the outlook of an account, with amounts in units instead of text. */
export function* unitsAhead(reader: CacheReader, question: OutlookQuestion): Sliced<UnitsAhead> {
  const { today, closed } = question;
  const known = [...question.known, ...(yield* tradesAhead(reader, question))];
  const history = yield* historyOf(reader, question);
  const ahead = yield* outlookInPieces({
    ...{ known, today, days: daysAhead },
    movements: history?.movements ?? [],
    knownTo: history?.to ?? today,
    isClosed: (day) => closed.has(day),
  });
  return {
    history: history && { from: dateOfDayNumber(history.from), to: dateOfDayNumber(history.to) },
    isShort: history === null || history.to - history.from < shortDays,
    lines: ahead.map((one) => lineOf(reader, one, closed)),
  };
}

function lineOf(reader: CacheReader, ahead: Ahead<KnownLine>, closed: ClosedDays): UnitsLine {
  const { units, name } = ahead;
  const line = { day: dateOfDayNumber(ahead.day), units, name };
  if (ahead.from === 'recurring') {
    const { series, isLate } = ahead;
    const remark = firstWeekendWords(series, ahead.day) || holidayText(closed.get(ahead.day));
    const reason = `${reasonOf(series.rhythm)}${remark}`;
    const [entry] = entriesByKey(
      reader,
      series.occurrences.slice(-1).map(({ key }) => key),
    );
    return {
      ...line,
      reason: isLate ? `${reason}, not booked yet` : reason,
      record: recordWords(series.record),
      source: { kind: 'recurring', entryId: entry?.id ?? null },
    };
  }
  const { known, again } = ahead;
  const { reason, source } = known;
  return {
    ...{ ...line, reason, source },
    record: again === null ? known.record : recordWords(again.record),
  };
}

/** `, on Thanksgiving Day`: an entry that stays on its day although banks are closed. Weekends have a remark of their own. */
const holidayText = (reason: string | undefined): string =>
  reason === undefined || isWeekday(reason) ? '' : `, on ${reason}`;
