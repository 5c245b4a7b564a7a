import type { PaymentParts } from '../tables.ts';
import { createHash, randomUUID } from 'node:crypto';

import type { Actor } from '../../../../shared/actor.ts';
import type { RequiredField } from '../../../../shared/bank/required-fields.ts';
import { appError, DeskFault, type AppError, type Outcome } from '../../../../shared/errors.ts';
import type {
  CheckedLine,
  ColumnMatch,
  ConfirmedColumn,
  SeenColumns,
} from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import { newReference } from '../../../../shared/reference.ts';
import { err, ok } from '../../../../shared/result.ts';
import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import { requiredColumns } from './reading/required-columns.ts';
import { checkLine, type LineReading } from './reading/line-check.ts';
import { fileToMatch, readPaymentFile } from './reading/payment-file.ts';
import {
  confirmColumns,
  knownValues,
  nothingKnown,
  proposalsOf,
  proposedColumns,
} from './proposed-columns.ts';
import { overlayOf } from './reading/repaired-cells.ts';
import type { RepairRequest } from './repair-line.ts';
import { saveShape, shapeFor } from '../../../engines/columns/shapes.ts';
import { problemAsError } from '../../../engines/files/table.ts';
import { inTurns, piecesOf } from '../../../engines/files/turns.ts';
import { piecesBehind } from '../../../engines/store/pieces-behind.ts';
import { dueDaysAt } from '../../due-payments/due-days.ts';
import { overflowing, withTwins } from './reading/twins.ts';
import type { Journal } from '../../../engines/store/database.ts';
import {
  addLines,
  fileById,
  beginFile,
  finishFile,
  saveColumns,
  type PaymentFileRecord,
} from './tables/file-tables.ts';
import {
  linesAfter,
  replaceLines,
  type PaymentCell,
  type PaymentLine,
  type PaymentLineState,
} from './tables/line-tables.ts';
import { isFoundOrder } from '../../../engines/submissions/journal/found-at-bank.ts';
import { releasePayments } from './tables/releases.ts';
import {
  submissionById,
  submissionByReference,
} from '../../../engines/submissions/journal/submission-table.ts';
import {
  askUnknownBeneficiaries,
  openLedger,
  type PaymentFileLedger,
  type WhyUnread,
} from './ledger.ts';

export type DroppedPaymentFile = {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** The account for lines that name none. */
  readonly accountNumber?: string | undefined;
  /** A person's match of its columns. */
  readonly match?: ColumnMatch | undefined;
  /** The id under which it waited for its columns; it stops waiting once it is saved. */
  readonly waitedAs?: string | undefined;
};

/** The parameters of a check of lines. */
type Checking = { readonly whyUnread: WhyUnread; readonly context: Context };

/** Lines read from the journal at a time. */
const linesPerRead = 500;
/** Lines written to the journal at a time: a write blocks the thread. */
const linesPerWrite = 100;

/**
 * Reads a payment file, checks every line and saves it; nothing is sent. A line without a reference gets one here, once: the
 * reference prevents a second payment of the line. Accepts the whole file or refuses it with the reason.
 */
export async function addPaymentFile(
  parts: PaymentParts,
  { fileName, bytes, accountNumber, match, waitedAs }: DroppedPaymentFile,
  { whyUnread, context }: Checking,
): Promise<Outcome<{ file: PaymentFileRecord; seal: string }>> {
  const name = cleanFileName(fileName);
  const read = await readPaymentFile(bytes, {
    requiredFields: requiredFieldsOf(parts),
    match,
    savedFor: (shape) => shapeFor(parts.journal, 'payments', shape),
  });
  if (!read.ok) return err(problemAsError(read.error, name, context.correlationId));
  const { rows, headings, columns, decimals, notes } = read.value;
  const proposed = await proposalsOf(parts, read.value);
  const file: PaymentFileRecord = {
    batchId: randomUUID(),
    fileName: name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    state: 'ready',
    addedAt: timestampNow(parts.clock),
    stopReason: null,
    acknowledged: [],
    defaultAccount: accountNumber ?? null,
    headings,
    columns: { ...columns, ...proposedColumns(proposed) },
    ...(decimals === null ? {} : { decimals }),
    notes,
    ...(proposed && { proposed }),
  };
  await askUnknownBeneficiaries(parts, namedIn(file, rows), context);
  const reading = readingOf(
    file,
    await openLedger(parts, file, whyUnread),
    requiredFieldsOf(parts),
    todayOf(parts),
  );
  const found: FoundLine[] = [];
  for await (const row of inTurns(rows)) {
    const checked = checkLine(row, reading, newReference(parts.clock.now()));
    found.push({ checked, cells: row.cells });
  }
  const currency = overflowing(found.map(({ checked }) => checked));
  if (currency !== null) return err(tooMuch(name, currency, context));
  const lines = await withStates(found);
  beginFile(parts.journal, file);
  for await (const some of inTurns(piecesOf(lines, linesPerWrite)))
    addLines(parts.journal, file.batchId, some);
  finishFile(parts.journal, file.batchId, waitedAs);
  if (match?.remember) await rememberShape(parts, { fileName: name, bytes }, match, file);
  return ok({ file, seal: sealOf(lines) });
}

async function rememberShape(
  parts: PaymentParts,
  dropped: { fileName: string; bytes: Uint8Array },
  { columns, firstLine }: ColumnMatch,
  { decimals, addedAt, headings }: PaymentFileRecord,
): Promise<void> {
  const shown = await fileToMatch({ ...dropped, firstLine }, requiredFieldsOf(parts), nothingKnown);
  if (!shown.ok) return;
  const { shape, offset } = shown.value;
  const { fileName } = dropped;
  saveShape(parts.journal, {
    kind: 'payments',
    shape,
    offset,
    columns,
    decimals: decimals ?? null,
    headings,
    fileName,
    savedAt: addedAt,
  });
}

/** Describes a file to a person who matches its columns, with guesses from the desk's data. Saves nothing. */
export async function columnsToMatch(
  parts: PaymentParts,
  {
    fileName,
    bytes,
    firstLine,
  }: { fileName: string; bytes: Uint8Array; firstLine?: number | undefined },
  { correlationId }: Context,
): Promise<Outcome<SeenColumns>> {
  const name = cleanFileName(fileName);
  const known = await knownValues(parts);
  const shown = await fileToMatch(
    { fileName: name, bytes, firstLine },
    requiredFieldsOf(parts),
    known,
  );
  if (!shown.ok) return err(problemAsError(shown.error, name, correlationId));
  const { shape: _shape, offset: _offset, ...view } = shown.value;
  return ok(view);
}

/** A line dated after this day is early: the first of both clocks' days. */
export const todayOf = ({ clock }: Pick<PaymentParts, 'clock'>): IsoDate => dueDaysAt(clock).first;

export const requiredFieldsOf = ({ bank }: PaymentParts): readonly RequiredField[] =>
  bank.requiredFields('createSingleTransfer');

type FoundLine = Omit<PaymentLine, 'state'>;

/** Adds the twins within the file, and the state of each line. */
async function withStates(found: readonly FoundLine[]): Promise<PaymentLine[]> {
  const lines: PaymentLine[] = [];
  for await (const line of inTurns(withTwins(found)))
    lines.push({ ...line, state: stateOf(line.checked) });
  return lines;
}

const tooMuch = (fileName: string, currency: string, { correlationId }: Context): AppError =>
  appError('input.invalid', correlationId, {
    message: `${fileName}: its payments in ${currency} add up to more than the desk can calculate with.`,
  });

/**
 * Checks the unsent lines again: an added payee or released bank details make a line ready, a payment made meanwhile may make it
 * a duplicate. Returns the data that the lines were checked against, and the seal of the warnings.
 */
export async function recheckFile(
  parts: PaymentParts,
  batchId: string,
  { whyUnread, context }: Checking,
): Promise<{ ledger: PaymentFileLedger; seal: string }> {
  const file = knownFile(parts.journal, batchId);
  const unsent: PaymentLine[] = [];
  const asTheyStand = new Set<string>();
  const neverLeft = new Set<string>();
  const toWarn: PaymentLine[] = [];
  let firstSentAt: Timestamp | null = null;
  for await (const line of everyLine(parts.journal, batchId)) {
    if (line.shown === 'not-sent') neverLeft.add(line.checked.beneficiaryId);
    // The line may have been held back for a twin that the file did not show: that twin can be confirmed from now on.
    if (line.shown === 'not-sent') {
      toWarn.push(line);
      asTheyStand.add(textOf(line));
      const createdAt = submissionByReference(parts.journal, line.checked.reference)?.createdAt;
      if (createdAt !== undefined && (firstSentAt === null || createdAt < firstSentAt))
        firstSentAt = createdAt;
    }
    if (isUnsent(parts.journal, line) && line.state !== 'skipped' && line.state !== 'scheduled') {
      unsent.push(line);
      asTheyStand.add(textOf(line));
    }
  }
  await askUnknownBeneficiaries(parts, namedIn(file, unsent), context);
  const ledger = await openLedger(parts, file, whyUnread);
  neverLeft.forEach(ledger.noteBeneficiary);
  const reading = readingOf(file, ledger, requiredFieldsOf(parts), todayOf(parts));
  const found: FoundLine[] = [];
  for await (const { checked, cells } of inTurns(unsent)) {
    const { line, reference, repairs } = checked;
    found.push({ checked: checkLine({ line, cells }, reading, reference, repairs), cells });
  }
  const lines = await withStates(found);
  for await (const line of inTurns(toWarn)) lines.push(withWarningsNow(line, ledger, firstSentAt));
  const changed: PaymentLine[] = [];
  for await (const line of inTurns(lines)) if (!asTheyStand.has(textOf(line))) changed.push(line);
  for await (const some of inTurns(piecesOf(changed, linesPerWrite)))
    replaceLines(parts.journal, batchId, some);
  return { ledger, seal: sealOf(lines) };
}

/**
 * Updates the warnings of a line that never left, except those that come from its file alone. `firstSentAt` is that of the earliest of
 * these lines, so that the bank's list is read once for all.
 */
function withWarningsNow(
  { checked, ...line }: PaymentLine,
  { warningsAgain }: PaymentFileLedger,
  firstSentAt: Timestamp | null,
): PaymentLine {
  const { amount } = checked;
  const dated = checked.warnings.filter(({ kind }) => kind === 'dated');
  const inFile = checked.warnings.filter(({ twins = [] }) => twins.some(({ id }) => id === ''));
  const now = amount ? warningsAgain({ ...checked, amount }, firstSentAt) : [];
  return { ...line, checked: { ...checked, warnings: [...dated, ...now, ...inFile] } };
}

/** Saves a repair of one line. The caller checks the file again: the line may be a twin now, or release another one. */
export async function repairFileLine(
  parts: PaymentParts,
  batchId: string,
  request: RepairRequest,
  { whyUnread }: Pick<Checking, 'whyUnread'>,
): Promise<void> {
  const file = knownFile(parts.journal, batchId);
  const ledger = await openLedger(parts, file, whyUnread);
  const reading = readingOf(file, ledger, requiredFieldsOf(parts), todayOf(parts));
  const { repairLine } = await import('./repair-line.ts');
  repairLine(parts, batchId, request, { reading, stateOf });
}

/**
 * Saves the meaning of the columns that a person confirmed, and reads every line again with them. Where the reference column changes, a
 * line without a reference gets a new one. Nothing of the file was sent, because it cannot be sent before this.
 */
export async function confirmFileColumns(
  parts: PaymentParts,
  batchId: string,
  answers: readonly ConfirmedColumn[],
  { whyUnread }: Pick<Checking, 'whyUnread'>,
): Promise<void> {
  const before = knownFile(parts.journal, batchId);
  const file = confirmColumns(parts, before, answers);
  const ledger = await openLedger(parts, file, whyUnread);
  const reading = readingOf(file, ledger, requiredFieldsOf(parts), todayOf(parts));
  const keepsReferences = before.columns['reference'] === file.columns['reference'];
  const lines: PaymentLine[] = [];
  for await (const { state, checked, cells } of everyLine(parts.journal, batchId)) {
    const { line, repairs } = checked;
    const reference = keepsReferences ? checked.reference : newReference(parts.clock.now());
    const again = checkLine({ line, cells }, reading, reference, repairs);
    lines.push({ cells, checked: again, state: state === 'skipped' ? state : stateOf(again) });
  }
  for await (const some of inTurns(piecesOf(lines, linesPerWrite)))
    replaceLines(parts.journal, batchId, some);
  // Saved last: until then the file cannot be sent, so a crash leaves no partly updated file to send.
  saveColumns(parts.journal, batchId, file);
}

const textOf = ({ state, checked }: PaymentLine): string => JSON.stringify([state, checked]);

const sealedKinds: ReadonlySet<PaymentWarningKind> = new Set([
  'duplicate',
  'open-twin',
  'payee-unread',
]);

/** Digests the twins of the lines and their unread payees: a person's confirmation is valid while it is equal. */
function sealOf(lines: readonly PaymentLine[]): string {
  const found = lines.flatMap(({ checked: { line, warnings } }) =>
    warnings
      .filter(({ kind }) => sealedKinds.has(kind))
      .map(({ kind, twins }) => [line, kind, twins?.map(({ name }) => name)]),
  );
  return createHash('sha256').update(JSON.stringify(found)).digest('hex');
}

/** Is the line unsent? A line whose reference has another payment at the bank also counts as unsent. */
function isUnsent(journal: Journal, { shown, state, checked, outcome }: ReadLine): boolean {
  if (shown === state) return true;
  const found = submissionById(journal, outcome.submissionId ?? '');
  return found?.origin === 'found' && !isFoundOrder(found.payload, orderText(checked));
}

const orderText = ({ reference, accountNumber, beneficiaryId, amount }: CheckedLine): string =>
  JSON.stringify({ body: { reference, accountNumber, beneficiaryId, ...amount } });

/**
 * Releases the lines that are held because the bank may have them: all of them, or the named one. Records the person. Returns
 * the number of lines.
 */
export async function releaseLines(
  parts: PaymentParts,
  batchId: string,
  { line, actor }: { line: number | null; actor: Actor },
): Promise<number> {
  const held: string[] = [];
  for await (const { shown, checked } of everyLine(parts.journal, batchId))
    if (shown === 'invalid' && isHeld(checked) && (line === null || checked.line === line))
      held.push(checked.reference);
  releasePayments(parts.journal, held, { at: timestampNow(parts.clock), actor });
  return held.length;
}

const isHeld = ({ warnings }: CheckedLine): boolean =>
  warnings.some(({ kind }) => kind === 'maybe-at-bank');

export function knownFile(journal: Journal, batchId: string): PaymentFileRecord {
  const file = fileById(journal, batchId);
  if (!file) throw new DeskFault('input.invalid', 'This payment file is no longer here.');
  return file;
}

type ReadLine = ReturnType<typeof linesAfter>[number];

/** Every line with its outcome, in the order of the file. Reads a few hundred at a time. */
export async function* everyLine(journal: Journal, batchId: string): AsyncGenerator<ReadLine> {
  for await (const lines of inTurns(readings(journal, batchId))) yield* lines;
}

const readings = (journal: Journal, batchId: string): Generator<readonly ReadLine[]> =>
  piecesBehind(
    0,
    (after) => linesAfter(journal, batchId, after, linesPerRead),
    ({ checked }) => checked.line,
  );

/** The payees that lines name by their ids, or were repaired to. */
function namedIn(
  { columns }: Pick<PaymentFileRecord, 'columns'>,
  lines: readonly { readonly cells: readonly PaymentCell[]; readonly checked?: CheckedLine }[],
): ReadonlySet<string> {
  const column = columns['beneficiaryId'] ?? -1;
  return new Set(
    lines.map(({ cells, checked }) => {
      const { beneficiaryId } = overlayOf(checked?.repairs ?? []);
      return (beneficiaryId ?? cells[column])?.text.trim() ?? '';
    }),
  );
}

/** A line can be sent only without problems and without a blocking warning, and not before its day. */
export function stateOf({ problems, warnings, due }: CheckedLine): PaymentLineState {
  const isWrong =
    Object.keys(problems).length > 0 || warnings.some(({ weight }) => weight === 'blocks');
  if (isWrong) return 'invalid';
  return due === undefined ? 'ready' : 'later';
}

const readingOf = (
  { columns, headings, defaultAccount, decimals }: PaymentFileRecord,
  ledger: PaymentFileLedger,
  requiredFields: readonly RequiredField[],
  today: IsoDate,
): LineReading => ({
  columns,
  columnCount: headings.length,
  decimals: decimals ?? null,
  defaultAccount,
  ledger,
  required: requiredColumns(headings, columns, requiredFields),
  references: new Map(),
  today,
});
