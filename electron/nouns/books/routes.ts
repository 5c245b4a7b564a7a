import { basename } from 'node:path';

import type { Period } from '../../../shared/calendar/calendar.ts';
import { DeskFault, type Outcome } from '../../../shared/errors.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import type { BooksAct, BooksResult, SeenBooks } from '../../../shared/ipc/review/books.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { err, ok } from '../../../shared/result.ts';
import { listAccountAliases } from '../accounts/names.ts';
import { accountByNumber } from '../accounts/tables.ts';
import { saveShape, savedMatches } from '../../engines/columns/shapes.ts';
import { writeWholeFile, type SaveAs } from '../../engines/exports/whole-file.ts';
import { problemAsError } from '../../engines/files/table.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import { stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { enteredBalance, readBalance, saveBalance } from './balance.ts';
import { placeOfEntry, placeOfLine } from './carry.ts';
import type { BooksQuestions, HandAct } from './reads.ts';
import type { ResultQuestion } from './result.ts';
import type { SeenLedger } from './preview-ledger.ts';
import { shapeOf } from './ledger/shape.ts';
import {
  headById,
  keepLedger,
  keepSeen,
  keepCounts,
  storedLedger,
  ledgerOfFile,
  linesText,
  listLedgers,
  notesOf,
  overlappingLedger,
  lastActOf,
  saveAct,
  saveNote,
  seenAtOf,
  seenMatches,
  undoAct,
  manualMatchesOf,
  type LedgerHead,
  type ManualMatch,
} from './tables.ts';

type Bank = OpenBank;
export type Open = Bank & { readonly copy: Bank['copy'] & { readonly questions: BooksQuestions } };

type BooksRoutes = Extract<keyof Handlers, `books.${string}`>;

export function booksHandlers(
  desk: () => Open,
  { saveAs }: { readonly saveAs: SaveAs },
): Pick<Handlers, BooksRoutes> {
  /** Serialises changes: each is checked against the result of the one before. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  /** Carries a change out, announces it to every view that shows the ledger, and answers how it is matched now. */
  const change = (ledgerId: string, work: (open: Open) => void | Promise<void>) =>
    inTurn(async (): Promise<Outcome<BooksResult>> => {
      const open = desk();
      const { accountNumber } = headOf(open, ledgerId);
      await work(open);
      const result = await resultOf(open, ledgerId);
      open.announce('store.changed', { topic: 'books', accountNumber });
      return ok(result);
    });
  const act = (ledgerId: string, requested: HandAct) =>
    change(ledgerId, async (open) => {
      const words = await learned(open, ledgerId, (question) =>
        open.copy.questions.ask('booksAct', [question, requested]),
      );
      if (!words.ok) throw new DeskFault(words.error.code, words.error.message);
      saveAct(open.copy.journal, ledgerId, words.value, stampOf(open));
    });
  return {
    'books.list': () => {
      const { journal } = desk().copy;
      return ok({ rows: listLedgers(journal).map((head) => storedLedger(journal, head)) });
    },
    'books.see': async (request, context) => {
      const seen = await look(desk(), request, context);
      return seen.ok ? ok(seenBooks(desk(), seen.value)) : seen;
    },
    'books.keep': async (request, context) => {
      const open = desk();
      const seen = await look(open, request, context);
      if (!seen.ok) return seen;
      if (seen.value.seen.missing !== null)
        throw new DeskFault('input.invalid', seen.value.seen.missing.why);
      const ledgerId = keep(open, request, seen.value);
      await resultOf(open, ledgerId);
      await markSeen(open, ledgerId);
      open.announce('store.changed', { topic: 'books', accountNumber: request.accountNumber });
      return ok({ ledgerId });
    },
    'books.result': async ({ ledgerId }) => ok(await resultOf(desk(), ledgerId)),
    'books.matches': async ({ ledgerId, index, limit }) => {
      const open = desk();
      return ok(
        await learned(open, ledgerId, (question) =>
          open.copy.questions.ask('booksMatches', [question, { index, limit }]),
        ),
      );
    },
    'books.match': ({ ledgerId, ...match }) => act(ledgerId, { match }),
    'books.matchLikely': ({ ledgerId, pairs }) => act(ledgerId, { likely: pairs }),
    'books.unmatch': ({ ledgerId, line }) => act(ledgerId, { unmatch: line }),
    'books.undo': ({ ledgerId, act: requested }) =>
      change(ledgerId, ({ copy: { journal }, clock }) => {
        const last = lastActOf(journal, ledgerId);
        if (last.length === 0)
          throw new DeskFault('input.invalid', 'There is nothing to undo here.');
        if (requested !== undefined && requested !== last[0]?.act)
          throw new DeskFault(
            'undo.overtaken',
            'Something else was matched or taken apart since; Undo takes that back first.',
          );
        undoAct(journal, last, timestampNow(clock));
      }),
    'books.note': ({ ledgerId, of, text }) =>
      change(ledgerId, (open) => {
        const place = 'line' in of ? placeOfLine(of.line) : placeOfEntry(of.entryId);
        saveNote(open.copy.journal, ledgerId, { place, text: text.trim() }, stampOf(open));
      }),
    'books.balance': ({ ledgerId, balance }) =>
      change(ledgerId, (open) => {
        const { journal, reader } = open.copy;
        const { accountNumber } = headOf(open, ledgerId);
        const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
        saveBalance(journal, ledgerId, readBalance(balance, currency), stampOf(open));
      }),
    'books.seen': ({ ledgerId }) => change(ledgerId, (open) => markSeen(open, ledgerId)),
    'books.export': async ({ ledgerId, format }) => {
      const open = desk();
      const { accountNumber, from, to } = headOf(open, ledgerId);
      const account = accountNumber.replace(/[^A-Za-z0-9-]/g, '-');
      const path = await saveAs(`BOOKS_${account}_${from}--${to}.${format}`);
      if (path === undefined) return ok({ saved: false });
      const file = await learned(open, ledgerId, (question) =>
        open.copy.questions.ask('booksFile', [question, format], { urgency: 'background' }),
      );
      await writeWholeFile(path, [file]);
      return ok({ saved: true, fileName: basename(path) });
    },
  };
}

function headOf({ copy }: Open, ledgerId: string): LedgerHead {
  const head = headById(copy.journal, ledgerId);
  if (!head) throw new DeskFault('input.invalid', 'There is no such ledger.');
  return head;
}

type PreviewRequest = Omit<RouteInput<'books.see'>, 'accountNumber'> & {
  readonly accountNumber?: string | undefined;
};

/** Reads a dropped file in the reader thread. */
async function look(
  { copy: { journal, questions } }: Open,
  { bytes, fileName, options, accountNumber, from, to }: PreviewRequest,
  { correlationId }: Context,
): Promise<Outcome<SeenLedger>> {
  const period: Period | null = from !== undefined && to !== undefined ? { from, to } : null;
  const name = cleanFileName(fileName);
  const seen = await questions.ask('seeLedger', [
    {
      ...{ bytes, fileName: name, accountNumber: accountNumber ?? null, period, options },
      ...{ saved: savedMatches(journal, 'ledger'), accountAliases: listAccountAliases(journal) },
    },
  ]);
  return seen.ok ? seen : err(problemAsError(seen.error, name, correlationId));
}

function seenBooks({ copy: { journal } }: Open, { seen, sha256 }: SeenLedger): SeenBooks {
  const before = ledgerOfFile(journal, sha256);
  const overlaps =
    seen.account && seen.period
      ? overlappingLedger(journal, seen.account.number, seen.period)
      : null;
  return {
    ...seen,
    before: before && storedLedger(journal, before),
    overlaps: overlaps && storedLedger(journal, overlaps),
  };
}

/** Saves the ledger, and a person's choices for files of its shape. */
function keep(
  open: Open,
  { accountNumber, from, to, options }: RouteInput<'books.keep'>,
  { seen, sha256, lines, reading }: SeenLedger,
): string {
  const { journal } = open.copy;
  const stamp = stampOf(open);
  const hasOptions = Object.values(options).some((one) => one !== undefined);
  if (reading !== null && hasOptions)
    saveShape(journal, shapeOf(reading, { fileName: seen.fileName, savedAt: stamp.at }));
  const head = { accountNumber, from, to, fileName: seen.fileName, sha256, notes: seen.notes };
  return keepLedger(journal, { ...head, lines }, stamp);
}

/** Attempts: a person may mark the ledger as seen while the reader thread caches it. */
const lessonsMax = 3;

/** Asks the reader thread, which is sent the ledger first where it has not cached it. */
async function learned<T>(
  open: Open,
  ledgerId: string,
  ask: (question: ResultQuestion) => Promise<T | null>,
): Promise<T> {
  const { journal, questions } = open.copy;
  for (let lesson = 0; lesson <= lessonsMax; lesson += 1) {
    const answer = await ask(questionOf(open, headOf(open, ledgerId)));
    if (answer !== null) return answer;
    const seen = seenMatches(journal, ledgerId);
    await questions.ask('learnLedger', [
      {
        ...{ ledgerId, lines: linesText(journal, ledgerId) },
        ...{ seen: seen?.text ?? '[]', seenAt: seen?.at ?? '' },
      },
    ]);
  }
  throw new DeskFault('cancelled');
}

function questionOf({ copy, profile }: Open, head: LedgerHead): ResultQuestion {
  const { journal, reader } = copy;
  const { ledgerId, accountNumber } = head;
  return {
    head,
    seenAt: seenAtOf(journal, ledgerId),
    currency: accountByNumber(reader, accountNumber)?.currency ?? '',
    words: manualMatchesOf(journal, ledgerId),
    remarks: notesOf(journal, ledgerId),
    balance: enteredBalance(journal, ledgerId),
    places: meaningsBy(profile.bankFile).places,
  };
}

/** Matches the ledger with the current entries, and saves the counts. */
async function resultOf(open: Open, ledgerId: string): Promise<BooksResult> {
  const { journal, questions } = open.copy;
  const at = timestampNow(open.clock);
  const result = await learned(open, ledgerId, (question) =>
    questions.ask('booksResult', [question, at]),
  );
  keepCounts(journal, ledgerId, result.counts);
  return {
    ...storedLedger(journal, headOf(open, ledgerId)),
    ...result,
    lastAct: actOf(lastActOf(journal, ledgerId)),
  };
}

function actOf(words: readonly ManualMatch[]): BooksAct | null {
  const [first] = words;
  if (!first) return null;
  const { act: id, decision, books, bank } = first;
  const text =
    words.length > 1
      ? `Matched: ${formatCount(words.length)} likely pairs.`
      : `${decision === 'matched' ? 'Matched' : 'Unmatched'}: line ${books.join(', ')} and entry ${bank.join(', ')}.`;
  return { id, text };
}

async function markSeen(open: Open, ledgerId: string): Promise<void> {
  const { journal, questions } = open.copy;
  const stamp = stampOf(open);
  const { text, fallen } = await learned(open, ledgerId, (question) =>
    questions.ask('booksSeen', [question, stamp.at]),
  );
  keepSeen(journal, ledgerId, { matches: text, undone: fallen, ...stamp });
}
