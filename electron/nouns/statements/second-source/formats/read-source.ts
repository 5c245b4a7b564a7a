import type { SecondSourceKind } from '../../../../../shared/ipc/accounts/second-sources.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { ofRequestedAccount, type IsRequested } from './account-choice.ts';
import { statementsInBai2 } from './read-bai2.ts';
import { statementsInCamt } from './read-camt.ts';
import { readCsvSource } from './read-csv.ts';
import { readJsonSource, readPagesSource } from './read-json.ts';
import { statementsInMt940 } from './read-mt940.ts';
import { statementsInOfx } from './read-ofx.ts';
import type { ReadSource } from './source.ts';
import { accountStatementsOf, type ParsedStatement } from './account-statements.ts';

/** The reader of each statement file format. */
const statementReaders = {
  xml: statementsInCamt,
  mt940: statementsInMt940,
  bai2: statementsInBai2,
  ofx: statementsInOfx,
} as const satisfies Readonly<Record<string, StatementReader>>;

type Statements = Result<readonly ParsedStatement[], string>;
type StatementReader = (bytes: Uint8Array) => Statements | Promise<Statements>;
export type StatementFormat = keyof typeof statementReaders;

/** The format of a file, by its first bytes, never by its name. */
export type SourceFormat = StatementFormat | 'csv' | 'json' | 'pdf' | 'other';

export const isStatementFormat = (format: SourceFormat): format is StatementFormat =>
  format in statementReaders;

/** Reads every statement of a file, of any account. */
export const statementsIn = async (
  format: StatementFormat,
  bytes: Uint8Array,
): Promise<Statements> => statementReaders[format](bytes);

const binaries: readonly (readonly number[])[] = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];

export function formatOf(bytes: Uint8Array): SourceFormat {
  const startsWith = (magic: readonly number[]): boolean =>
    magic.every((byte, at) => bytes[at] === byte);
  if (startsWith([0x25, 0x50, 0x44, 0x46])) return 'pdf';
  if (binaries.some(startsWith)) return 'other';
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 512)).replace('ï»¿', '');
  // An envelope of SWIFT begins with a brace, as JSON does.
  // Some banks write lines of their own before the first statement.
  if (/^\s*(?:\{\d:|:20:)|^:25P?:[^\n\r]*[\n\r]+:28C?:/m.test(beginning)) return 'mt940';
  // The file header of BAI2 has the day and time of the file after sender and receiver.
  if (/^\s*01,[^,\r\n]*,[^,\r\n]*,\d{6},\d{0,4},/.test(beginning)) return 'bai2';
  if (/^\s*OFXHEADER\s*:|<\?OFX\s|<OFX[\s>]/i.test(beginning)) return 'ofx';
  if (/^\s*</.test(beginning.replaceAll('\0', '').replace(/ÿþ|þÿ/, ''))) return 'xml';
  return /^\s*[[{]/.test(beginning) ? 'json' : 'csv';
}

/** A source of one account, with notes on what is left out. */
type AccountSource = ReadSource & { readonly notes?: readonly string[] };

/**
 * Reads a stored source as far as its format can be read. In a file of several accounts only the requested account's statements count.
 * An error is one sentence.
 */
export async function readSource(
  kind: SecondSourceKind,
  bytes: Uint8Array,
  isRequested: IsRequested,
): Promise<Result<AccountSource, string>> {
  if (kind === 'getStatementV2') return readPagesSource(bytes);
  const format = formatOf(bytes);
  if (format === 'pdf')
    return err('A PDF is kept as it came; its entries cannot be read from it. Fetch CSV or JSON.');
  if (format === 'other')
    return err('The file is neither plain text nor JSON: it is kept as it came, and not compared.');
  if (format === 'csv') return readCsvSource(bytes, isRequested);
  if (format === 'json') return readJsonSource(bytes);
  const statements = await statementsIn(format, bytes);
  const read = statements.ok ? accountSource(statements.value, isRequested) : statements;
  return read.ok ? read : err(`${read.error.replace(/\.$/, '')}: it is kept, and not compared.`);
}

/** Returns the requested account's statements in order of their days. */
function accountSource(
  statements: readonly ParsedStatement[],
  isRequested: IsRequested,
): Result<AccountSource, string> {
  const chosen = ofRequestedAccount(statements, (one) => nameIn(one), isRequested);
  if (!chosen.ok) return chosen;
  const [statement, another] = accountStatementsOf(chosen.value.own);
  if (another !== undefined) return err('It holds statements in several currencies.');
  if (!statement) return err('The days of a statement in it cannot be read.');
  const { namedAccount, head, entries, hasIds, unread = 0, excerpt } = statement;
  const notes = [...chosen.value.notes, ...statement.notes];
  // An IBAN is not compared: it names the account differently than the requested number.
  const account = isIban(namedAccount) || namedAccount === '' ? {} : { account: namedAccount };
  return ok({
    ...{ head: { ...account, ...head }, entries, hasIds },
    ...(unread > 0 && { unread }),
    ...(excerpt !== undefined && { excerpt }),
    ...(notes.length > 0 && { notes }),
  });
}

const nameIn = ({ namedAccount, head }: ParsedStatement) => ({
  written: namedAccount,
  currency: head.currency ?? '',
});

const isIban = (account: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account);
