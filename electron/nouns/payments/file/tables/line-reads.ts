import { dayOf, type Timestamp } from '../../../../../shared/calendar/calendar.ts';
import type { Hit } from '../../../../../shared/ipc/accounts/find.ts';
import type { CheckedLine } from '../../../../../shared/ipc/changes/payment-files.ts';
import { fromUnits, toUnits } from '../../../../../shared/money/decimal.ts';
import type { Money } from '../../../../../shared/money/money.ts';
import { readAmountTyped } from '../../../../engines/find/amounts.ts';
import { holdsAllOf, type Facts, type RecordQuestion } from '../../../../engines/find/records.ts';
import type { Term } from '../../../../engines/find/understand.ts';
import { foldText, foldedWords, hasTerm } from '../../../../engines/store/search/search-text.ts';
import { inOneSlice, type Sliced } from '../../../../engines/store/threads/turns.ts';
import type { PaymentCell } from './line-tables.ts';

/** The identity of a payment file's lines; another revision has other lines. */
export type KnownFile = {
  readonly batchId: string;
  readonly revision: number;
  readonly fileName: string;
  readonly addedAt: Timestamp;
};

/** Some lines of a file as stored in the journal. */
export type TaughtLines = {
  readonly file: KnownFile;
  readonly lines: readonly { readonly document: string; readonly cells: string }[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

/** `files`: all there are, newest first. */
export type LinesQuestion = RecordQuestion & { readonly files: readonly KnownFile[] };

/** `missing`: the file whose lines have to be loaded before the question can be answered. */
export type FoundLines = { readonly hits: readonly Hit[]; readonly missing: KnownFile | null };

type Line = Pick<
  CheckedLine,
  'line' | 'reference' | 'accountNumber' | 'payeeName' | 'amount' | 'narration'
> & {
  /** All its texts, folded, separated by line ends. */
  readonly searchText: string;
  /** Its amount; where the check refused it, every possible reading of its text. */
  readonly sums: readonly Money[];
};

type Learned = { readonly revision: number; readonly lines: Line[]; isWhole: boolean };

/** Lines that are searched, those of the newest files first. */
const linesMax = 50_000;
const linesPerSlice = 5_000;

/**
 * The questions about lines of payment files that the reader thread answers. The journal is open in the main thread alone, so the main
 * thread sends the lines with the first search. They are cached in this thread's memory, never in a file.
 */
export const lineReads = () => {
  const learned = new Map<string, Learned>();
  return {
    learnLines: ({ file, lines, isFirst, isLast }: TaughtLines): Sliced<null> =>
      inOneSlice(() => {
        if (isFirst)
          learned.set(file.batchId, { revision: file.revision, lines: [], isWhole: false });
        const known = learned.get(file.batchId);
        for (const { document, cells } of lines) known?.lines.push(lineOf(document, cells));
        if (known !== undefined) known.isWhole = isLast;
        return null;
      }),
    /** The lines that match every term, those of the newest file first, each file's in its order. */
    findLines: function* ({ terms, limit, files }: LinesQuestion): Sliced<FoundLines> {
      forgetOthers(learned, files);
      const mayHold = quickTest(terms);
      const holds = holdsAllOf(terms);
      const hits: Hit[] = [];
      let looked = 0;
      for (const file of files) {
        const known = learned.get(file.batchId);
        if (known?.isWhole !== true || known.revision !== file.revision)
          return { hits: [], missing: file };
        for (const line of known.lines) {
          looked += 1;
          if (mayHold(line) && holds(factsOf(line, file))) hits.push(hitOf(line, file));
          if (hits.length === limit) return { hits, missing: null };
          if (looked % linesPerSlice === 0) yield;
        }
        if (looked >= linesMax) break;
      }
      return { hits, missing: null };
    },
  };
};

function forgetOthers(learned: Map<string, Learned>, files: readonly KnownFile[]): void {
  const there = new Set(files.map(({ batchId }) => batchId));
  for (const batchId of learned.keys()) if (!there.has(batchId)) learned.delete(batchId);
}

/** Indexes numbers with and without the blanks that group them. */
function lineOf(document: string, cells: string): Line {
  const {
    line,
    reference,
    accountNumber,
    beneficiaryId,
    payeeName,
    amount,
    amountText,
    narration,
  } = JSON.parse(document) as CheckedLine;
  const cellTexts = (JSON.parse(cells) as readonly PaymentCell[]).map(({ text }) => text);
  const bare = cellTexts
    .filter((text) => /\d\s/.test(text))
    .map((text) => text.replaceAll(/\s/g, ''));
  const texts = [
    reference,
    accountNumber,
    beneficiaryId,
    payeeName,
    narration,
    ...cellTexts,
    ...bare,
  ];
  return {
    ...{ line, reference, accountNumber, payeeName: payeeName || beneficiaryId, amount, narration },
    searchText: foldText([...new Set(texts)].join('\n')),
    sums: amount === null ? readings(amountText) : [amount],
  };
}

const readings = (amountText: string): Money[] =>
  (readAmountTyped(amountText)?.ranges ?? []).flatMap(({ low, high }) =>
    low !== null && low === high ? [{ amount: fromUnits(low, 2), currency: '' }] : [],
  );

/** A fast test that rejects most lines; {@link holdsAllOf} decides on the others. */
function quickTest(terms: readonly Term[]): (line: Line) => boolean {
  const tests = terms.flatMap((term): ((line: Line) => boolean)[] => {
    if (term.kind === 'word') return [containsWords(term.text)];
    if (term.kind !== 'amount') return [];
    const containsText = term.orText === null ? () => false : containsWords(term.orText);
    return [
      (line) =>
        containsText(line) ||
        line.sums.some(({ amount }) => {
          const units = toUnits(amount);
          return term.ranges.some(
            ({ low, high }) => (low === null || units >= low) && (high === null || units <= high),
          );
        }),
    ];
  });
  return (line) => tests.every((test) => test(line));
}

function containsWords(text: string): (line: Line) => boolean {
  const words = foldedWords(text);
  return ({ searchText }) => words.every((word) => hasTerm(searchText, word));
}

const factsOf = (
  { searchText, payeeName, reference, sums, accountNumber }: Line,
  { addedAt }: KnownFile,
): Facts => ({
  texts: [searchText],
  payee: payeeName,
  reference,
  sums,
  day: dayOf(addedAt),
  accounts: [accountNumber],
  direction: 'debit',
});

const hitOf = (
  { line, payeeName, narration, reference, amount }: Line,
  { batchId, fileName, addedAt }: KnownFile,
): Hit => ({
  id: String(line),
  within: batchId,
  day: dayOf(addedAt),
  lead: '',
  text: [payeeName, narration, reference].filter((text) => text !== '').join(', '),
  aside: `line ${String(line)} of ${fileName}`,
  amount,
  direction: 'debit',
});
