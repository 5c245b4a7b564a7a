import { readerMethods } from '../../../electron/desk/open-bank/reader-methods.ts';
import { booksNow } from '../../../electron/nouns/closes/books.ts';
import { close, type RunExports } from '../../../electron/nouns/closes/closing.ts';
import {
  closeDraftOf,
  type CloseParts,
  type CloseDraft,
} from '../../../electron/nouns/closes/close-draft.ts';
import { answeredHere } from '../../../electron/engines/store/threads/reader-thread.ts';
import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { beginning, openLoneDesk, readStatement, type LoneDesk } from './lone-desk.ts';
import { actorNamed } from './actors.ts';

/** A lone desk on the morning after its first day, with what closes require; exceptions are those that a test puts there. */
export type ClosingDesk = LoneDesk & {
  readonly closing: CloseParts;
  readonly items: ExceptionItem[];
  /** Looks at a period and closes it on what was seen, with the same reason for every open point. */
  readonly closed: (
    period: string,
    given?: { reason?: string; runExports?: RunExports },
  ) => ReturnType<typeof close>;
  readonly look: (period: string) => Promise<CloseDraft>;
};

/** When a closing desk opens: the morning after {@link beginning}. */
export const morning = '2026-11-21T10:00:00.000Z';

const noExports: RunExports = () => Promise.resolve([]);

export function openClosingDesk(...given: Parameters<typeof openLoneDesk>): ClosingDesk {
  const desk = openLoneDesk(...given);
  // The first day is over: only such a day can be closed.
  desk.passes(Date.parse(morning) - Date.parse(beginning));
  const items: ExceptionItem[] = [];
  const { journal, clock } = desk.parts;
  const questions = answeredHere(readerMethods(desk.reader).reads);
  const closing: CloseParts = {
    ...{ journal, clock, reader: desk.reader, continuity: desk.continuity },
    questions,
    exceptions: () => Promise.resolve(items),
    books: (accountNumber, days) =>
      booksNow({ journal, questions, places: {}, currency: 'USD' }, accountNumber, days),
  };
  const look = (period: string) => closeDraftOf(closing, period);
  return Object.assign(desk, {
    ...{ closing, items, look },
    closed: async (
      period: string,
      { reason, runExports = noExports }: { reason?: string; runExports?: RunExports } = {},
    ) => {
      const { digest, points } = await look(period);
      const reasons = Object.fromEntries(
        points.flatMap(({ pointId }) => (reason === undefined ? [] : [[pointId, reason]])),
      );
      return close(
        closing,
        { period, digest, reasons, actor: actorNamed('Ada Merlin') },
        runExports,
      );
    },
  });
}

/** A closing desk that has read a statement of these entries. */
export function closingDeskWith(entries: readonly IncomingEntry[]): ClosingDesk {
  const desk = openClosingDesk();
  readStatement(desk, entries);
  return desk;
}

/** The next reading brings these, a second later. */
export function arrive(desk: ClosingDesk, entries: readonly IncomingEntry[]): void {
  desk.passes(1_000);
  readStatement(desk, entries);
}
