import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { DeskFault } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { writeFileResult, type ResultLine } from '../payments/file/result-export.ts';
import { assertNamesFile } from '../exports/whole-file.ts';
import type { BankDesk } from '../desk/bank-desk.ts';
import { earlierFile } from '../payments/file/tables.ts';
import { moneyRecordById } from '../store/money-lists.ts';
import { transferList } from '../payments/tables.ts';
import { fileLines } from '../payments/file/line-tables.ts';
import { submissionById } from '../submissions/table.ts';
import { everyLine, knownFile } from '../payments/file/kept-files.ts';
import { refreshAccount, refreshAccounts } from '../accounts/refresh.ts';
import { refreshBeneficiaries } from '../beneficiaries/refresh.ts';
import { newContext, valueOf, type CommandIo, type ExitCode } from './command.ts';
import { readRegularFile } from './regular-file.ts';
import type { ScriptsWord } from './script-word.ts';

/** A payment file as the command line is asked to send it. */
export type FileToPay = {
  readonly path: string;
  /** Serves the lines that name no account. */
  readonly accountNumber: string | undefined;
  /** Sends the good lines of a file that has bad ones; without it such a file is not begun. */
  readonly skipProblems: boolean;
  /** Where the lines are written with what became of each. */
  readonly result: string | undefined;
  /** Lines that are held because the bank may have them, let go by a named person; a null stands for all of them. */
  readonly release: { readonly by: string; readonly lines: readonly (number | null)[] } | null;
  readonly word: ScriptsWord;
};

/**
 * Sends a payment file. The bytes of the file are its identity: the same file again goes on where it was left, and sends
 * nothing that was sent. A line that looks like another payment and is not named, or whose payee cannot be read, is held back
 * with the reason while the others go on. Prints what became of every line.
 */
export async function payFile(desk: BankDesk, file: FileToPay, io: CommandIo): Promise<ExitCode> {
  if (file.result !== undefined) assertNamesFile(file.result);
  refuseStrangers(desk, file.word);
  const batchId = await keptIdOf(desk, file);
  const { by = '', lines = [] } = file.release ?? {};
  for (const line of lines) await desk.paymentFiles.release(batchId, { line, by }, newContext());
  const checked = await desk.paymentFiles.get(batchId, newContext());
  const mayStart = checked.counts.invalid === 0 || file.skipProblems;
  if (mayStart && checked.counts.ready + checked.counts['not-sent'] > 0) {
    valueOf(await desk.paymentFiles.start(batchId, file.word, newContext()));
    await desk.paymentFiles.ended();
  }
  return report(desk, batchId, file, io);
}

/** A name that no payment has is a slip of the hand, and nothing is sent. */
function refuseStrangers({ changes: { journal, reader } }: BankDesk, { twins }: ScriptsWord): void {
  const stranger = twins.find(
    (id) => !submissionById(journal, id) && !moneyRecordById(reader, transferList, id),
  );
  if (stranger !== undefined)
    throw new DeskFault('input.invalid', `--twin-of names ${stranger}, which is no payment.`);
}

async function keptIdOf(desk: BankDesk, { path, accountNumber }: FileToPay): Promise<string> {
  const { changes, paymentFiles } = desk;
  const bytes = valueOf(await readRegularFile(path, limits.paymentFileBytesMax, newContext()));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const earlier = earlierFile(changes.journal, { batchId: '', sha256 });
  if (earlier) return earlier.batchId;
  await learnNames(desk, accountNumber);
  const file = { fileName: basename(path), bytes, accountNumber };
  return valueOf(await paymentFiles.add(file, newContext())).batchId;
}

/** A machine that was never here knows neither accounts nor payees; a bank that cannot list them leaves it to the lines. */
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
  { result }: FileToPay,
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
  io.print(JSON.stringify({ batchId, state, stopReason, counts, notes, lines }));
  if (counts.unknown + counts.sending > 0) return 3;
  return counts.accepted + counts.skipped === lines.length ? 0 : 1;
}

type Held = ReadonlyMap<number, string>;

/** A line that could be sent and was not says so, with the reason. */
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
