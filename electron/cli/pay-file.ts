import { createHash } from 'node:crypto';

import { signingActor } from '../../shared/actor.ts';
import { cleanFileName } from '../../shared/file-name.ts';
import { plainName } from '../../shared/bank/required-fields.ts';
import { DeskFault, type AppError, type Outcome } from '../../shared/errors.ts';
import type { ColumnMatch, Decimals, SeenColumns } from '../../shared/ipc/changes/payment-files.ts';
import { limits } from '../../shared/limits.ts';
import { err } from '../../shared/result.ts';
import { writeFileResult, type ResultLine } from '../nouns/payments/file/result-export.ts';
import { columnNamed } from '../engines/columns/match.ts';
import { assertNamesFile } from '../engines/exports/whole-file.ts';
import type { BankDesk } from '../desk/open-bank/bank-desk.ts';
import { earlierFile, type PaymentFileRecord } from '../nouns/payments/file/tables/file-tables.ts';
import { moneyRecordById } from '../engines/store/records/money-lists.ts';
import { transferList } from '../nouns/payments/tables.ts';
import { fileLines } from '../nouns/payments/file/tables/line-tables.ts';
import { submissionById } from '../engines/submissions/journal/submission-table.ts';
import { everyLine, knownFile } from '../nouns/payments/file/payment-files.ts';
import { refreshAccount, refreshAccounts } from '../nouns/accounts/refresh.ts';
import { refreshBeneficiaries } from '../nouns/beneficiaries/refresh.ts';
import { arrivalsOfFile, type ArrivalsOfFile } from './days/file-arrivals-output.ts';
import { newContext, valueOf, type CommandIo, type ExitCode } from './input/command.ts';
import { readRegularFile } from './input/regular-file.ts';
import type { ScriptConfirmation } from './input/script-confirmation.ts';

/** A payment file as the command line is asked to send it. */
export type FileToPay = {
  readonly path: string;
  /** The account for lines that name none. */
  readonly accountNumber: string | undefined;
  /** Sends the valid lines of a file that has invalid ones; without it, such a file is not started. */
  readonly skipProblems: boolean;
  /** The file to which the lines and their results are written. */
  readonly result: string | undefined;
  /** Held lines, which the bank may already have, released by a named person; null means all of them. */
  readonly release: { readonly by: string; readonly lines: readonly (number | null)[] } | null;
  /** The meaning of its columns: FIELD=COLUMN, a heading or a number from 1; null where the file or a saved match defines it. */
  readonly columns: {
    readonly named: readonly { readonly field: string; readonly column: string }[];
    readonly decimals: Decimals | null;
    readonly firstLine: number | undefined;
  } | null;
  readonly confirmation: ScriptConfirmation;
};

/**
 * Sends a payment file. The bytes of the file are its identity: the same file again continues where it stopped, and sends nothing twice. A
 * line is held with the reason if it looks like another payment that is not named, or if its payee cannot be read; the others go on. Prints
 * the result of every line.
 */
export async function payFile(desk: BankDesk, file: FileToPay, io: CommandIo): Promise<ExitCode> {
  if (file.result !== undefined) assertNamesFile(file.result);
  const { claims } = desk.changes;
  // In a team, a duplicate may be known only by the lines, so the check waits until they are stored.
  if (!claims) refuseStrangers(desk, file.confirmation, new Set());
  const batchId = await storedIdOf(desk, file);
  const { by = '', lines = [] } = file.release ?? {};
  const actor = signingActor(desk.copy.deskId, desk.user, by);
  for (const line of lines) await desk.paymentFiles.release(batchId, { line, actor }, newContext());
  const checked = await desk.paymentFiles.get(batchId, newContext());
  if (claims) refuseStrangers(desk, file.confirmation, await twinsIn(desk, batchId));
  const mayStart = checked.counts.invalid === 0 || file.skipProblems;
  const { ready, later, 'not-sent': unsent } = checked.counts;
  const arrivals = await arrivalsOfFile(desk.changes, batchId);
  for (const sentence of arrivals.sentences) io.warn(JSON.stringify({ notice: sentence }));
  if (mayStart && ready + later + unsent > 0) {
    const started = await desk.paymentFiles.start(batchId, file.confirmation, newContext());
    valueOf(withHowToName(started));
    await desk.paymentFiles.ended();
    for (const notice of arrivals.passed()) io.warn(JSON.stringify({ notice }));
  }
  return report(desk, batchId, { ...file, arrivals: arrivals.output }, io);
}

/** Refuses a `--twin-of` that names no payment: it is a mistake, and nothing is sent. */
function refuseStrangers(
  { changes: { journal, reader } }: BankDesk,
  { twins }: ScriptConfirmation,
  inFile: ReadonlySet<string>,
): void {
  const stranger = twins.find(
    (id) =>
      !inFile.has(id) && !submissionById(journal, id) && !moneyRecordById(reader, transferList, id),
  );
  if (stranger !== undefined)
    throw new DeskFault('input.invalid', `--twin-of names ${stranger}, which is not a payment.`);
}

/** The ids of the payments that the lines of a file resemble, as `--twin-of` names them. */
async function twinsIn(
  { changes: { journal } }: BankDesk,
  batchId: string,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { checked } of everyLine(journal, batchId))
    for (const { twins = [] } of checked.warnings) for (const { id } of twins) ids.add(id);
  // The empty id means a line of the same file.
  ids.delete('');
  return ids;
}

/** Returns the id of the file with these bytes; adds the file where it is not stored yet. */
export async function storedIdOf(
  desk: BankDesk,
  { path, accountNumber, columns }: FileToPay,
): Promise<string> {
  const { changes, paymentFiles } = desk;
  const bytes = valueOf(await readRegularFile(path, limits.paymentFileBytesMax, newContext()));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const fileName = cleanFileName(path);
  const match = columns === null ? undefined : await matchOf(desk, { fileName, bytes }, columns);
  const earlier = earlierFile(changes.journal, { batchId: '', sha256 });
  if (earlier && (match === undefined || isReadSo(earlier, match))) return earlier.batchId;
  // Other columns make other payments of the same bytes, so the stored file is replaced; allowed only while nothing of it was sent.
  if (earlier) await paymentFiles.remove(earlier.batchId);
  await learnNames(desk, accountNumber);
  const file = { fileName, bytes, accountNumber, match };
  const added = await paymentFiles.add(file, newContext());
  return valueOf(withHowToName(added)).batchId;
}

/** The same outcome; an error about unknown or unconfirmed columns also names the options that solve it. */
const withHowToName = <T>(outcome: Outcome<T>): Outcome<T> =>
  outcome.ok || !isAboutColumns(outcome.error)
    ? outcome
    : err({ ...outcome.error, message: `${outcome.error.message} ${howToName}` });

const isAboutColumns = ({ code, fields }: AppError): boolean =>
  code === 'file.columns-unknown' || fields?.['columns'] !== undefined;

const isReadSo = (
  { columns, decimals, proposed }: PaymentFileRecord,
  match: ColumnMatch,
): boolean =>
  proposed === undefined &&
  JSON.stringify(Object.entries(columns).toSorted()) ===
    JSON.stringify(Object.entries(match.columns).toSorted()) &&
  (match.decimals === null || match.decimals === decimals);

const howToName =
  'Name its columns by --columns FIELD=COLUMN and --decimals, or match them once in the window.';

/** The columns by the names that the file gives them. */
async function matchOf(
  { paymentFiles }: BankDesk,
  file: { readonly fileName: string; readonly bytes: Uint8Array },
  { named, decimals, firstLine }: NonNullable<FileToPay['columns']>,
): Promise<ColumnMatch> {
  const seen = valueOf(await paymentFiles.columns({ ...file, firstLine }, newContext()));
  const columns: Record<string, number> = {};
  for (const { field, column } of named) {
    const known = seen.fields.find(({ name }) => plainName(name) === plainName(field));
    if (!known)
      throw new DeskFault(
        'input.invalid',
        `--columns names ${field}, which no payment has: it is one of ${seen.fields.map(({ name }) => name).join(', ')}.`,
      );
    columns[known.name] = columnAt(seen, column);
  }
  return { columns, decimals, firstLine: seen.firstLine, remember: false };
}

function columnAt({ columns, fileName }: SeenColumns, named: string): number {
  const at = columnNamed(
    columns.map(({ heading }) => heading),
    named,
  );
  if (!at.ok) throw new DeskFault('input.invalid', `${fileName}: ${at.error}`);
  return at.value;
}

/** Reads accounts and payees, which a new machine does not know. Where the bank cannot list them, the lines are checked without them. */
async function learnNames({ changes }: BankDesk, accountNumber: string | undefined): Promise<void> {
  if (changes.bank.isOpen('getAllAccounts')) valueOf(await refreshAccounts(changes, newContext()));
  else if (accountNumber !== undefined)
    valueOf(await refreshAccount(changes, accountNumber, newContext()));
  if (changes.bank.isOpen('getAllBeneficiaries'))
    valueOf(await refreshBeneficiaries(changes, newContext()));
}

async function report(
  { changes: { journal }, paymentFiles }: BankDesk,
  batchId: string,
  { result, arrivals }: FileToPay & { readonly arrivals: ArrivalsOfFile['output'] },
  io: CommandIo,
): Promise<ExitCode> {
  const held = paymentFiles.heldIn(batchId);
  const { state, stopReason, counts, notes } = await paymentFiles.get(batchId, newContext());
  const lines = fileLines(journal, batchId, {
    only: 'all',
    index: 0,
    limit: limits.paymentLinesMax,
  }).map((line) => ({ ...line, ...whyHeld(held, line.line, line.state) }));
  if (result !== undefined) {
    const every = everyLine(journal, batchId);
    await writeFileResult(result, knownFile(journal, batchId), withHeld(every, held));
  }
  io.print(JSON.stringify({ batchId, state, stopReason, counts, notes, arrivals, lines }));
  if (counts.unknown + counts.sending > 0) return 3;
  const { accepted, 'at-bank': atBank, skipped, scheduled } = counts;
  return accepted + atBank + skipped + scheduled === lines.length ? 0 : 1;
}

type Held = ReadonlyMap<number, string>;

/** Shows a line that could be sent and was not as held, with the reason. */
function whyHeld(
  held: Held,
  line: number,
  state: ResultLine['shown'],
): { state: 'held'; error: string } | null {
  const error = held.get(line);
  return error !== undefined && (state === 'ready' || state === 'not-sent')
    ? { state: 'held', error }
    : null;
}

async function* withHeld(lines: AsyncIterable<ResultLine>, held: Held): AsyncGenerator<ResultLine> {
  for await (const line of lines) {
    const why = whyHeld(held, line.checked.line, line.shown);
    yield why
      ? { ...line, shown: why.state, outcome: { ...line.outcome, error: why.error } }
      : line;
  }
}
