import { isBehindQuestion, type Sieve } from '../../ui/controls/file-drop.svelte.ts';
import { beginningOf, transferOf } from './dropped-content.ts';

/** Names that statement files of banks have; what is in them is what counts. */
const mayBeStatement = /\.(sta|mt940|940|mt942|942|swi|fin|txt|xml|bai2?|ofx|qfx|qbo)$/i;

/** How messages of camt, MT940, BAI2 and OFX begin. What is no statement is refused by its name. */
const beginnings = [
  /\bcamt\.\d{3}\.\d|<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b/,
  /^(?:\{1:.*)?:20:|^:25P?:.*[\r\n]+:28C?:/m,
  /^\s*01,[^,\r\n]*,[^,\r\n]*,\d{6},\d{0,4},/,
  /^\s*OFXHEADER\s*:|<\?OFX\s|<OFX[\s>]/i,
] as const;

/**
 * Takes MT940, messages of camt, BAI2 and OFX out of what was dropped, by content, wherever it was dropped; the rest goes where it was dropped. It keeps its
 * hands off while no bank is open, behind a question, and off names that no statement has.
 */
export const statementSieve =
  (take: (statements: readonly File[]) => void, isOpen: () => boolean): Sieve =>
  (transfer, onrest) => {
    const files = [...transfer.files];
    if (!isOpen() || isBehindQuestion() || !files.some(({ name }) => mayBeStatement.test(name)))
      return false;
    void sift(files).then(({ statements, others }) => {
      take(statements);
      if (others.length > 0) onrest(transferOf(others));
    });
    return true;
  };

async function sift(files: readonly File[]) {
  const areStatements = await Promise.all(files.map(isStatement));
  return {
    statements: files.filter((_, at) => areStatements[at]),
    others: files.filter((_, at) => !areStatements[at]),
  };
}

async function isStatement(file: File): Promise<boolean> {
  if (!mayBeStatement.test(file.name)) return false;
  const beginning = await beginningOf(file);
  return beginnings.some((known) => known.test(beginning));
}
