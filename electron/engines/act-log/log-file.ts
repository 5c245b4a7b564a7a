import { sha256 } from '../acts/chain.ts';
import { envelopeIn } from '../acts/envelope.ts';
import { openedText } from '../acts/sealing.ts';
import type { TeamKeys } from '../acts/team-keys.ts';
import { csvFile, csvLine, quoted } from '../formats/csv-file.ts';
import { workbookOf, type ListCell } from '../formats/workbook.ts';
import type { TeamCopy } from '../store/database.ts';
import { actsBehind, digestAt, type StoredAct } from '../team-record/record-copy.ts';
import { logAfter, type LogFilter, type LogRow } from './log-table.ts';

/** The formats of an exported log. */
export const logFormats = ['csv', 'xlsx', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** The author of an act, as the log shows it. */
export type LogNames = {
  readonly person: string;
  /** The beginning of the key, where the person has several desks; else empty. */
  readonly desk: string;
  /** What the author did. */
  readonly did: string;
};

export type LogFileParts = {
  readonly copy: TeamCopy;
  readonly keys: () => TeamKeys | null;
  readonly filter: LogFilter;
  readonly namesOf: (row: LogRow) => LogNames;
  /** The members at the head of a JSON file: whole numbers, texts, lists and objects of them. */
  readonly head: Readonly<Record<string, unknown>>;
};

/** Returns the file in pieces: all rows that the filter chooses, in the order of the record. */
export function logFile(format: LogFormat, parts: LogFileParts): Iterable<string | Uint8Array> {
  if (format === 'csv') return csvPieces(parts);
  return format === 'json' ? jsonPieces(parts) : [workbook(parts)];
}

/** Rows that are read at once. */
const pageRows = 500;

function* pagesOf({ copy, filter }: LogFileParts): Generator<readonly LogRow[]> {
  for (let behind = 0; ;) {
    const page = logAfter(copy, filter, { behind, limit: pageRows });
    if (page.length === 0) return;
    yield page;
    behind = page.at(-1)?.id ?? behind;
  }
}

/** The proof of an act: its envelope as it was signed, and its place in the chain of digests. */
type Proof = {
  readonly digest: string;
  /** The digest of the act before. */
  readonly before: string;
  readonly key: string;
  /** Hexadecimal. */
  readonly signature: string;
  readonly envelope: string;
};

type Found = { readonly act: StoredAct; readonly proof: Proof };

/** The act of a row. Throws a RangeError for a row without one, which the copy never has. */
function foundOf(copy: TeamCopy, n: number): Found {
  const [act] = actsBehind(copy, n - 1, 1);
  if (act?.n !== n) throw new RangeError(`the copy has no act ${String(n)}`);
  const envelope = Buffer.from(act.envelope);
  const read = envelopeIn(envelope);
  return {
    act,
    proof: {
      digest: act.digest,
      before: digestAt(copy, n - 1) ?? '',
      key: read === null ? '' : `ed25519:${read.key}`,
      signature: Buffer.from(act.signature).toString('hex'),
      // Bytes that are no act may not be text either, so they are written as base64.
      envelope: read === null ? `base64:${envelope.toString('base64')}` : envelope.toString('utf8'),
    },
  };
}

/** Caches the last act, so that each is read once for all its rows. */
function actReader(copy: TeamCopy): (n: number) => Found {
  let last: Found | null = null;
  return (n) => (last = last?.act.n === n ? last : foundOf(copy, n));
}

const plainColumns = [
  ['number', 10],
  ['moment', 25],
  ['person', 24],
  ['desk', 10],
  ['kind', 18],
  ['did', 28],
  ['about', 60],
  ['amount', 18],
  ['currency', 9],
  ['amountFrom', 12],
  ['void', 30],
] as const;

const proofColumns = ['digest', 'before', 'key', 'signature', 'envelope'] as const;

function plainCells({ namesOf }: LogFileParts, row: LogRow): ListCell[] {
  const { person, desk, did } = namesOf(row);
  const { n, at, kind, about, money } = row;
  return [
    ...[String(n), at, person, desk, kind, did, about],
    money === null ? '' : { amount: money.amount, currency: money.currency },
    ...[money?.currency ?? '', money?.source ?? '', row.void ?? ''],
  ];
}

function* csvPieces(parts: LogFileParts): Generator<string> {
  yield csvFile([...plainColumns.map(([name]) => name), ...proofColumns]);
  const read = actReader(parts.copy);
  for (const page of pagesOf(parts))
    yield page
      .map((row) => {
        const { proof } = read(row.n);
        // These are hexadecimal digits, and texts that begin with a brace or a letter, so none is a formula.
        const proofCells = proofColumns.map((column) => quoted(proof[column]));
        return `${csvLine(plainCells(parts, row)).trimEnd()},${proofCells.join(',')}\r\n`;
      })
      .join('');
}

/** A spreadsheet has the digest of each act and no envelope: its cells are too short. The CSV or JSON file proves the act. */
function workbook(parts: LogFileParts): Uint8Array {
  const rows: ListCell[][] = [];
  for (const page of pagesOf(parts))
    for (const row of page)
      rows.push([...plainCells(parts, row), digestAt(parts.copy, row.n) ?? '']);
  return workbookOf([{ name: 'Log', columns: [...plainColumns, ['digest', 66]], rows }]);
}

/** The most characters of a content in a file. Longer contents, such as parts of attached files, are left out. */
const contentMax = 100_000;

/** The text whose SHA-256 an envelope names; null where it cannot be opened, has another digest, or is too long. */
function contentOf({ act, proof }: Found, keys: TeamKeys | null): string | null {
  const read = envelopeIn(Buffer.from(act.envelope));
  const key = read && keys?.epochs[read.epoch - 1];
  const text = key ? openedText(key, act.body) : null;
  if (read === null || text === null || text.length > contentMax || proof.key === '') return null;
  return sha256(Buffer.from(text)).toString('hex') === read.body ? text : null;
}

function* jsonPieces(parts: LogFileParts): Generator<string> {
  yield `${JSON.stringify(parts.head, null, 2).slice(0, -2)},\n  "acts": [`;
  const read = actReader(parts.copy);
  let rows: LogRow[] = [];
  let between = '\n';
  const whole = function* (): Generator<string> {
    const [first] = rows;
    if (first === undefined) return;
    yield between + JSON.stringify(jsonAct(parts, first, rows, read(first.n)));
    [rows, between] = [[], ',\n'];
  };
  for (const page of pagesOf(parts))
    for (const row of page) {
      if (rows[0]?.n !== row.n) yield* whole();
      rows.push(row);
    }
  yield* whole();
  yield '\n  ]\n}\n';
}

function jsonAct(
  parts: LogFileParts,
  first: LogRow,
  rows: readonly LogRow[],
  found: Found,
): Readonly<Record<string, unknown>> {
  return {
    ...{ number: first.n, moment: first.at, kind: first.kind, ...parts.namesOf(first) },
    void: first.void,
    items: rows.map(({ about, money }) => ({
      about,
      ...(money === null
        ? {}
        : { amount: money.amount, currency: money.currency, amountFrom: money.source }),
    })),
    ...found.proof,
    content: contentOf(found, parts.keys()),
  };
}
