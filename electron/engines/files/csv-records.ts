import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';

import type { CsvError } from 'csv-parse';

import { ok, type Result } from '../../../shared/result.ts';
import { refuse, type FileProblem } from './table.ts';
import type { Turns } from './turns.ts';

export type CsvSeparator = '\t' | ';' | ',';

const chunkCharacters = 4 * 1024;
export const recordCharactersMax = 64 * 1024;

/** One record; `line` is the line of the file on which it ends, from 1. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] };

export type CsvReading = {
  readonly separator: CsvSeparator;
  readonly columnsMax: number;
  readonly turns: Turns;
  /** Lines of the file before the text. */
  readonly linesBefore: number;
};

/** Decodes text. Recognizes UTF-8 and UTF-16 by byte order mark or content; reads anything else as Windows-1252, with a note. */
export function csvText(bytes: Uint8Array): Result<{ text: string; notes: string[] }, FileProblem> {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0') || (encoding !== 'windows-1252' && text.includes('\uFFFD')))
    return refuse('file.unreadable', 'it is not plain text, or it is damaged.');
  const notes =
    encoding === 'windows-1252' ? ['Read as Windows-1252: check names with accents.'] : [];
  return ok({ text, notes });
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 400);
  const zeros = (parity: number): number =>
    beginning.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) > beginning.length / 4) return 'utf-16le';
  if (zeros(0) > beginning.length / 4) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/**
 * Reads a text record by record, in turns, without storing any. `take` gets each record and returns false to stop. Returns why the text
 * cannot be read; null where it was read to its end or until `take` stopped.
 */
export async function readCsvRecords(
  text: string,
  { separator, columnsMax, turns, linesBefore }: CsvReading,
  take: (record: CsvRecord) => boolean,
): Promise<FileProblem | null> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordCharactersMax,
    info: true,
  });
  return new Promise((resolve) => {
    const end = (problem: FileProblem | null): void => {
      resolve(problem);
      parser.destroy();
    };
    parser.on('readable', () => {
      for (let read = next(); read !== null; read = next()) {
        const isTooWide = read.cells.length > columnsMax;
        if (!isTooWide && take(read)) continue;
        end(isTooWide ? tooWide(read.line, columnsMax) : null);
        return;
      }
    });
    parser.on('error', (error) => {
      end(unreadable(error, linesBefore));
    });
    parser.on('end', () => {
      end(null);
    });
    const width = new LineWidth(separator, columnsMax);
    Readable.from(chunksOf(text, turns, (chunk) => width.isTooWide(chunk)))
      .on('end', () => {
        if (width.line !== null) end(tooWide(width.line + linesBefore, columnsMax));
      })
      .pipe(parser);
  });

  function next(): CsvRecord | null {
    const read = parser.read() as { record: string[]; info: { lines: number } } | null;
    return read && { line: read.info.lines + linesBefore, cells: read.record };
  }
}

/** Yields the text piece by piece, and ends before a piece that is refused. */
async function* chunksOf(
  text: string,
  turns: Turns,
  isRefused: (chunk: string) => boolean,
): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += chunkCharacters) {
    const chunk = text.slice(at, at + chunkCharacters);
    if (isRefused(chunk)) return;
    yield chunk;
    if (turns.isOver()) await turns.next();
  }
}

const tooWide = (line: number, columnsMax: number): FileProblem => ({
  code: 'input.invalid',
  message: `line ${line} has more than ${columnsMax} columns.`,
});

/** Counts the columns of the line being read, before its cells are made: a line of commas alone would fill the memory. */
class LineWidth {
  /** The first line with too many columns, from 1; null while there is none. */
  line: number | null = null;
  readonly #separator: CsvSeparator;
  readonly #columnsMax: number;
  #at = 1;
  #columns = 1;
  #isQuoted = false;
  #before = '';

  constructor(separator: CsvSeparator, columnsMax: number) {
    this.#separator = separator;
    this.#columnsMax = columnsMax;
  }

  isTooWide(chunk: string): boolean {
    for (const sign of chunk) {
      if (sign === '\r' || (sign === '\n' && this.#before !== '\r')) this.#at += 1;
      this.#before = sign;
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      else if (this.#isQuoted) continue;
      else if (sign === '\n' || sign === '\r') this.#columns = 1;
      else if (sign === this.#separator) this.#columns += 1;
      if (this.#columns > this.#columnsMax) {
        this.line = this.#at;
        return true;
      }
    }
    return false;
  }
}

function unreadable(error: Error, linesBefore: number): FileProblem {
  const { code, lines } = error as Partial<CsvError> & { lines?: number };
  const place = `line ${String((lines ?? 0) + linesBefore)}`;
  const message =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `${place} is far too long: a quote may be missing.`
      : `${place} has a quote that does not open or close a value.`;
  return { code: 'input.invalid', message };
}
