import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { QuoteBook } from './quotes.ts';
import type { TradeWrites } from './tables.ts';

/** An open bank whose prices are held. */
export type QuotingBank = OpenBank<TradeWrites> & {
  /** Registers a callback for when the machine wakes up. */
  readonly onWake: (listen: () => void) => void;
};

const books = new WeakMap<QuotingBank, QuoteBook>();

/** The prices that are held for an open bank, shared by all pages. `monotonicNow` measures how long a price is valid; a test moves it. */
export function quoteBookOf(
  open: QuotingBank,
  monotonicNow: () => number = () => performance.now(),
): QuoteBook {
  const book = books.get(open) ?? newBook(open, monotonicNow);
  books.set(open, book);
  return book;
}

function newBook(open: QuotingBank, monotonicNow: () => number): QuoteBook {
  const { clock, bank, announce } = open;
  const book = new QuoteBook({
    clocks: { wall: clock, monotonicNow },
    bankOffsetMs: () => bank.clockOffsetMs(),
    onJump: () => {
      announce('clock.jumped', { at: timestampNow(clock) });
    },
  });
  open.onWake(() => {
    book.distrust();
  });
  return book;
}
