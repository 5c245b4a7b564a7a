import type { BooksMatch } from '../../../shared/ipc/review/books.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { FileProblem } from '../../engines/files/table.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { inOneSlice, type Sliced } from '../../engines/store/threads/turns.ts';
import type { HandMatch, HandRefusal, matchLikely } from './manual-matches.ts';
import type {
  MatchedBooks as Matched,
  ResultQuestion,
  SeenNow,
  TaughtLedger,
  LedgerResult,
} from './result.ts';
import type { OpenedFile, SeenLedger, SeeQuestion } from './preview-ledger.ts';
import type { NewManualMatch } from './tables.ts';

/** What a person decides about lines, before it is checked. */
export type HandAct =
  | { readonly match: HandMatch }
  | { readonly likely: Parameters<typeof matchLikely>[1] }
  | { readonly unmatch: number };

/** The questions about the books that the reader thread answers; their code is loaded with the first one. */
export const booksReads = (reader: CacheReader) => {
  let matched: Matched | null = null;
  let dropped: OpenedFile | null = null;
  const loaded = async () => {
    const { MatchedBooks, ledgerResult } = await import('./result.ts');
    matched ??= new MatchedBooks(reader);
    return { matched, ledgerResult };
  };
  return {
    /** Previews a dropped ledger. */
    seeLedger: async (question: SeeQuestion): Promise<Sliced<Result<SeenLedger, FileProblem>>> => {
      const see = await import('./preview-ledger.ts');
      dropped ??= new see.OpenedFile();
      const seen = await see.seeLedger(reader, question, dropped);
      return inOneSlice(() => seen);
    },
    learnLedger: async (taught: TaughtLedger): Promise<Sliced<null>> => {
      const { matched: books } = await loaded();
      dropped?.clear();
      return inOneSlice(() => books.learn(taught));
    },
    /** Each of these returns null where the ledger must first be sent with `learnLedger`. */
    booksResult: async (
      question: ResultQuestion,
      at: string,
    ): Promise<Sliced<LedgerResult | null>> => {
      const { matched: books, ledgerResult } = await loaded();
      return (function* () {
        const made = yield* books.made(question);
        return made && ledgerResult(made, question, at);
      })();
    },
    booksMatches: async (
      question: ResultQuestion,
      { index, limit }: { readonly index: number; readonly limit: number },
    ): Promise<Sliced<{ total: number; rows: BooksMatch[] } | null>> => {
      const [{ matched: books }, { shownMatch }] = await Promise.all([
        loaded(),
        import('./book-rows.ts'),
      ]);
      return (function* () {
        const made = yield* books.made(question);
        if (made === null) return null;
        const { matches } = made.result;
        return {
          total: matches.length,
          rows: matches.slice(index, index + limit).map(shownMatch),
        };
      })();
    },
    /** Checks an act by hand against how the ledger is matched now. */
    booksAct: async (
      question: ResultQuestion,
      act: HandAct,
    ): Promise<Sliced<Result<readonly NewManualMatch[], HandRefusal> | null>> => {
      const [{ matched: books }, hand] = await Promise.all([
        loaded(),
        import('./manual-matches.ts'),
      ]);
      return (function* () {
        const made = yield* books.made(question);
        if (made === null) return null;
        if ('likely' in act) return hand.matchLikely(made.result, act.likely);
        const match =
          'match' in act
            ? hand.putTogether(made.result, act.match)
            : hand.takeApart(made.result, act.unmatch);
        return match.ok ? ok([match.value]) : match;
      })();
    },
    /** Marks the current matches as seen at `at`. */
    booksSeen: async (question: ResultQuestion, at: string): Promise<Sliced<SeenNow | null>> => {
      const { matched: books } = await loaded();
      return books.seen(question, at);
    },
    /** The whole result as a file. */
    booksFile: async (
      question: ResultQuestion,
      format: 'csv' | 'xlsx',
    ): Promise<Sliced<Uint8Array | null>> => {
      const [{ matched: books }, { resultFile }] = await Promise.all([
        loaded(),
        import('./result-export.ts'),
      ]);
      return (function* () {
        const made = yield* books.made(question);
        return made && resultFile(made.result, format, question);
      })();
    },
  };
};

export type BooksReads = ReturnType<typeof booksReads>;
export type BooksQuestions = Questions<BooksReads>;
