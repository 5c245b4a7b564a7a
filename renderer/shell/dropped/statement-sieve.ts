import { isBehindQuestion, type Sieve } from '../../ui/controls/file-drop.svelte.ts';
import { beginningOf, transferOf } from './dropped-content.ts';

/** File names that statement files of banks may have; the contents decide. */
const mayBeStatement = /\.(sta|mt940|940|mt942|942|swi|fin|txt|xml|bai2?|ofx|qfx|qbo)$/i;

/** The beginnings of camt, MT940, BAI2 and OFX messages. Other files with such names are refused by name. */
const beginnings = [
  /\bcamt\.\d{3}\.\d|<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b/,
  /^(?:\{1:.*)?:20:|^:25P?:.*[\r\n]+:28C?:/m,
  /^\s*01,[^,\r\n]*,[^,\r\n]*,\d{6},\d{0,4},/,
  /^\s*OFXHEADER\s*:|<\?OFX\s|<OFX[\s>]/i,
] as const;

/**
 * Extracts MT940, camt messages, BAI2 and OFX from any drop, by content; the rest goes where it was dropped. Does nothing while no bank is
 * open, behind a dialog, and for names that no statement has.
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
