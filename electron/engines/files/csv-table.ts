import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';

import type { CsvError } from 'csv-parse';

import { ok, type Result } from '../../../shared/result.ts';
import {
  columnsMax,
  isBlank,
  refuse,
  type FileProblem,
  type FileRow,
  type Table,
} from './table.ts';
import type { Turns } from './turns.ts';

const separators = ['\t', ';', ','] as const;
type Separator = (typeof separators)[number];

const chunkCharacters = 4 * 1024;
const recordCharactersMax = 64 * 1024;

/** How many of the cells are headings that whoever reads the table knows. */
export type KnownHeadings = (cells: readonly string[]) => number;

/** Reads text with its values separated by comma, semicolon or tab, whichever gives the most known headings. */
export async function readCsv(
  bytes: Uint8Array,
  rowsMax: number,
  turns: Turns,
  knownHeadings: KnownHeadings,
): Promise<Result<Table, FileProblem>> {
  const decoded = textOf(bytes);
  if (!decoded.ok) return decoded;
  const { text, notes } = decoded.value;
  const named = /^sep=([,;\t])\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const separator = (named?.[1] as Separator | undefined) ?? separatorOf(body, knownHeadings);
  const rows = await rowsOf(body, { separator, rowsMax, turns, linesBefore: named ? 1 : 0 });
  return rows.ok ? ok({ rows: rows.value, notes }) : rows;
}

/** UTF-8 and UTF-16 by their marks or by what they look like; anything else is read as Windows-1252, with a note. */
function textOf(bytes: Uint8Array): Result<{ text: string; notes: string[] }, FileProblem> {
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

/** The number of lines by which the separator is detected. */
const sampleLines = 20;

/** Judged by known headings among the first lines, else by how many cells most of the lines have. */
function separatorOf(text: string, knownHeadings: KnownHeadings): Separator {
  const lines = text
    .slice(0, recordCharactersMax)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampleLines);
  const scores = separators.map((separator) => {
    const split = lines.map((line) =>
      line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')),
    );
    const counts = split.map(({ length }) => length).toSorted((a, b) => a - b);
    const cells = counts[Math.floor(counts.length / 2)] ?? 0;
    return { separator, known: Math.max(0, ...split.map(knownHeadings)), cells };
  });
  scores.sort((a, b) => b.known - a.known || b.cells - a.cells);
  const [first] = scores;
  return first && first.known + first.cells > 1 ? first.separator : ',';
}

type CsvReading = {
  readonly separator: Separator;
  readonly rowsMax: number;
  readonly turns: Turns;
  readonly linesBefore: number;
};

async function rowsOf(
  text: string,
  { separator, rowsMax, turns, linesBefore }: CsvReading,
): Promise<Result<FileRow[], FileProblem>> {
  const rows: FileRow[] = [];
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordCharactersMax,
    info: true,
  });
  return new Promise((resolve) => {
    const end = (result: Result<FileRow[], FileProblem>): void => {
      resolve(result);
      parser.destroy();
    };
    parser.on('readable', () => {
      for (let read = next(); read !== null; read = next()) {
        if (read.cells.length > columnsMax) end(tooWide(read.line));
        if (!isBlank(read)) rows.push(read);
      }
      if (rows.length > rowsMax) end(ok(rows));
    });
    parser.on('error', (error) => {
      end(unreadable(error, linesBefore));
    });
    parser.on('end', () => {
      end(ok(rows));
    });
    const width = new LineWidth(separator);
    Readable.from(chunksOf(text, turns, (chunk) => width.isTooWide(chunk)))
      .on('end', () => {
        if (width.line !== null) end(tooWide(width.line + linesBefore));
      })
      .pipe(parser);
  });

  function next(): FileRow | null {
    const read = parser.read() as { record: string[]; info: { lines: number } } | null;
    if (read === null) return null;
    const cells = read.record.map((cell) => ({ text: cell }));
    return { line: read.info.lines + linesBefore, cells };
  }
}

/** The text piece by piece; it ends before a piece that is refused. */
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

const tooWide = (line: number): ReturnType<typeof refuse> =>
  refuse('input.invalid', `line ${line} has more than ${columnsMax} columns.`);

/** Counts the columns of the line being read, before its cells are made: a line of commas alone would fill the memory. */
class LineWidth {
  /** The line that has too many columns, from 1; null while there is none. */
  line: number | null = null;
  readonly #separator: Separator;
  #at = 1;
  #columns = 1;
  #isQuoted = false;
  #before = '';

  constructor(separator: Separator) {
    this.#separator = separator;
  }

  isTooWide(chunk: string): boolean {
    for (const sign of chunk) {
      if (sign === '\r' || (sign === '\n' && this.#before !== '\r')) this.#at += 1;
      this.#before = sign;
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      else if (this.#isQuoted) continue;
      else if (sign === '\n' || sign === '\r') this.#columns = 1;
      else if (sign === this.#separator) this.#columns += 1;
      if (this.#columns > columnsMax) {
        this.line = this.#at;
        return true;
      }
    }
    return false;
  }
}

function unreadable(error: Error, linesBefore: number): ReturnType<typeof refuse> {
  const { code, lines } = error as Partial<CsvError> & { lines?: number };
  const place = `line ${String((lines ?? 0) + linesBefore)}`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refuse('input.invalid', `${place} is far too long: a quote may be missing.`);
  return refuse('input.invalid', `${place} has a quote that does not open or close a value.`);
}
