import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

import { commandLineActor } from '../../../shared/actor.ts';
import { appError } from '../../../shared/errors.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import { limits } from '../../../shared/limits.ts';
import type { Result } from '../../../shared/result.ts';
import { accountNames } from '../../nouns/accounts/names.ts';
import { accountByNumber } from '../../nouns/accounts/tables.ts';
import {
  matchLikely,
  putTogether,
  takeApart,
  type HandRefusal,
} from '../../nouns/books/manual-matches.ts';
import { packed } from '../../nouns/books/ledger/packed.ts';
import type { LedgerReading } from '../../nouns/books/ledger/ledger.ts';
import { readLedger } from '../../nouns/books/ledger/read-ledger.ts';
import { reconciled, type Reconciled } from '../../nouns/books/reconciled.ts';
import { writeReconciled } from '../../nouns/books/result-export.ts';
import { shapeOf } from '../../nouns/books/ledger/shape.ts';
import {
  keepLedger,
  newestLedger,
  notesOf,
  lastActOf,
  saveAct,
  undoAct,
  manualMatchesOf,
  type LedgerWithLines,
  type NewManualMatch,
} from '../../nouns/books/tables.ts';
import { saveShape, shapeFor } from '../../engines/columns/shapes.ts';
import type { DeskCopy } from '../../desk/open-bank/copy.ts';
import { problemAsError } from '../../engines/files/table.ts';
import { deskClock, timestampNow } from '../../engines/machine/context.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import type { ExportedEntry } from '../../nouns/statements/entries/incoming.ts';
import { meaningsBy } from '../../nouns/statements/entries/meanings.ts';
import { batchesOf } from '../../nouns/statements/statement-export.ts';
import { requestOf, type BooksRequest } from './books-options.ts';
import { printReconciled } from './books-print.ts';
import { withHeldCopy } from '../input/copy-access.ts';
import {
  CommandFailed,
  newContext,
  valueOf,
  WrongUse,
  type Command,
  type ExitCode,
  type Global,
} from '../input/command.ts';
import { readRegularFile } from '../input/regular-file.ts';
import { assertKnown } from '../statement.ts';

/** Matches a ledger of the books with the entries of an account, from the local copy. No network. */
export const reconcile: Command = {
  summary:
    'Matches a ledger (CSV, XLSX, camt.052 to camt.054, MT940, BAI2, OFX) with the entries of an account, says why, and lists what is in the books only and at the bank only. No network.',
  usage:
    'reconcile --account NUMBER --from D --to D [--ledger FILE [--columns FIELD=COLUMN]... [--decimals point|comma] [--dates day-first|month-first] [--remember]] [--days N] [--fees-up-to A] [--match LINE,...=ENTRY,...]... [--reason TEXT] [--apart LINE]... [--take-likely] [--undo] [--matches] [--out FILE.csv]',
  run: (args, global) => {
    const request = requestOf(args);
    return withHeldCopy(global, (copy, profile) =>
      reconcileBooks({ copy, profile, global }, request),
    );
  },
};

type Parts = {
  readonly copy: DeskCopy;
  readonly profile: Profile;
  readonly global: Global;
};

async function reconcileBooks(parts: Parts, request: BooksRequest): Promise<ExitCode> {
  const { copy, global } = parts;
  const { accountNumber, period, rules } = request;
  assertKnown(copy, accountNumber);
  const currency = accountByNumber(copy.reader, accountNumber)?.currency ?? '';
  const ledger = request.ledger
    ? await takeLedger(parts, { ...request, ledger: request.ledger, currency })
    : newestLedger(copy.journal, accountNumber, period);
  if (!ledger)
    throw new WrongUse(
      'No ledger is saved for this account and these days. Name its file with --ledger.',
    );
  const entries = await entriesOf(parts, request);
  const result = (): Reconciled =>
    reconciled(ledger, entries, {
      ...{ currency, rules },
      words: manualMatchesOf(copy.journal, ledger.ledgerId),
    });
  takeWords(parts, { request, ledger, result });
  const made = result();
  if (request.out !== undefined)
    await writeReconciled(request.out, made, notesOf(copy.journal, ledger.ledgerId));
  printReconciled(global.io, { ledger, made, request });
  return global.io.isOutputOpen() ? 0 : 1;
}

async function takeLedger(
  { copy, global }: Parts,
  request: BooksRequest & { readonly ledger: string; readonly currency: string },
): Promise<LedgerWithLines | null> {
  const { accountNumber, period, currency, rules, options } = request;
  const { journal } = copy;
  const context = newContext();
  const bytes = valueOf(
    await readRegularFile(resolve(request.ledger), limits.ledgerBytesMax, context),
  );
  const fileName = cleanFileName(request.ledger);
  const reading: LedgerReading = {
    ...{ period, currency, options },
    days: Math.max(rules.days, 31),
    savedFor: (shape) => shapeFor(journal, 'ledger', shape),
  };
  const read = await readLedger(bytes, reading, {
    ...{ accountNumber, names: accountNames(copy.reader, journal) },
  });
  if (!read.ok)
    throw new CommandFailed(problemAsError(read.error, fileName, context.correlationId));
  const { lines, notes, reading: how } = read.value;
  const at = timestampNow(deskClock(global.io.clock, () => null));
  if (request.remember && how !== undefined)
    saveShape(journal, shapeOf(how, { fileName, savedAt: at }));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const ledger = { accountNumber, ...period, fileName, sha256, notes };
  const stamp = { actor: commandLineActor(copy.deskId), at };
  keepLedger(journal, { ...ledger, lines: packed(JSON.stringify(lines)) }, stamp);
  return newestLedger(journal, accountNumber, period);
}

async function entriesOf(
  { copy, profile: { bankFile } }: Parts,
  { accountNumber, period: filter }: BooksRequest,
): Promise<ExportedEntry[]> {
  const entries: ExportedEntry[] = [];
  const view = { accountNumber, filter };
  const { questions } = copy;
  for await (const rows of batchesOf({ view, questions, meanings: meaningsBy(bankFile) }))
    entries.push(...rows);
  return entries;
}

type Made = {
  readonly request: BooksRequest;
  readonly ledger: LedgerWithLines;
  readonly result: () => Reconciled;
};

/** Saves the person's decisions: first the undo, then each act against the result of those before it. */
function takeWords({ copy, global }: Parts, { request, ledger, result }: Made): void {
  const { journal } = copy;
  const at = timestampNow(deskClock(global.io.clock, () => null));
  const save = (words: readonly NewManualMatch[]): void =>
    saveAct(journal, ledger.ledgerId, words, { actor: commandLineActor(copy.deskId), at });
  if (request.undo) {
    const last = lastActOf(journal, ledger.ledgerId);
    if (last.length === 0) throw new WrongUse('There is no match or unmatch to undo.');
    undoAct(journal, last, at);
  }
  for (const line of request.apart) save([allowed(takeApart(result(), line))]);
  for (const pair of request.together)
    save([allowed(putTogether(result(), { ...pair, reason: request.reason }))]);
  if (request.takeLikely) {
    const now = result();
    save(allowed(matchLikely(now, now.likely)));
  }
}

function allowed<T>(act: Result<T, HandRefusal>): T {
  if (act.ok) return act.value;
  const { code, message } = act.error;
  if (code === 'input.invalid') throw new WrongUse(message);
  throw new CommandFailed(appError(code, newContext().correlationId, { message }));
}
