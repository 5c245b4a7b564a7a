import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import type { StatedInvoice } from '../../../shared/ipc/changes/invoices.ts';
import { problemAsError } from '../../engines/files/table.ts';
import { assertNamesFile, writeWholeFile } from '../../engines/exports/whole-file.ts';
import { invoiceThread, type InvoiceThread } from '../../engines/invoice-files/invoice-thread.ts';
import { invoiceBytesMax } from '../../engines/invoice-files/read-invoice.ts';
import { paymentFileOf } from '../../nouns/invoices/payment-file.ts';
import { identityOf, nameOnInvoice, statedInvoice } from '../../nouns/invoices/stated.ts';
import { argumentsOf } from '../input/arguments.ts';
import {
  newContext,
  printFailure,
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
  type Global,
} from '../input/command.ts';
import { readRegularFile } from '../input/regular-file.ts';

/** Reads invoices, prints what each states, and writes those that can be paid as they are into a payment file. No network, no bank. */
export const invoice: Command = {
  summary:
    'Prints what invoices (PDF, XML, PNG, JPEG) state of their payment, one a line, and writes a payment file of those that can be paid. No network.',
  usage: 'invoice FILE... [--out CSV]',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { out: { type: 'string' } },
      { positionals: true },
    );
    if (positionals.length === 0) throw new WrongUse('Name at least one file.');
    if (values.out !== undefined) assertNamesFile(values.out);
    return readAll(global, positionals, values.out);
  },
};

async function readAll(
  { io }: Global,
  paths: readonly string[],
  out: string | undefined,
): Promise<ExitCode> {
  const thread = invoiceThread(io.programs.storeWorker);
  const earlier = new Map<string, string>();
  const payable: StatedInvoice[] = [];
  let isEveryRead = true;
  for (const path of paths) {
    const read = await readOne(thread, path, io);
    if (read === null) {
      isEveryRead = false;
      continue;
    }
    const { stated, identities } = read;
    const twin = identities.flatMap((identity) => earlier.get(identity) ?? [])[0];
    for (const identity of identities) if (!earlier.has(identity)) earlier.set(identity, path);
    const problems = [
      ...stated.problems.map(({ message }) => message),
      ...(twin === undefined ? [] : [`It is the same invoice as ${twin}.`]),
    ];
    print(io, path, stated, problems);
    if (problems.length === 0) payable.push(stated);
  }
  await thread.close();
  if (out !== undefined) await writeWholeFile(out, [paymentFileOf(payable)]);
  return isEveryRead ? 0 : 1;
}

async function readOne(thread: InvoiceThread, path: string, io: CommandIo) {
  const context = newContext();
  const bytes = await readRegularFile(path, invoiceBytesMax, context);
  if (!bytes.ok) {
    printFailure(io, bytes.error);
    return null;
  }
  const digest = createHash('sha256').update(bytes.value).digest('hex');
  const read = await thread.read(bytes.value);
  if (!read.ok) {
    printFailure(io, problemAsError(read.error, path, context.correlationId));
    return null;
  }
  const stated = statedInvoice(read.value);
  const identity = identityOf(stated);
  return { stated, identities: [digest, ...(identity === null ? [] : [identity])] };
}

/** Fields that are not known are left out. */
function print(
  io: CommandIo,
  path: string,
  stated: StatedInvoice,
  problems: readonly string[],
): void {
  const { number, amount, currency, account, bic, reference, issued, due, buyer, from } = stated;
  const name = nameOnInvoice(stated);
  const known = { number, name, amount, currency, account, bic, reference, issued, due, buyer };
  const { payee, seller, ...places } = from;
  const nameFrom = payee ?? seller;
  io.print(
    JSON.stringify({
      file: basename(path),
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')),
      from: { ...(nameFrom === undefined ? {} : { name: nameFrom }), ...places },
      proposed: stated.proposed,
      problems,
      ...(stated.notes.length === 0 ? {} : { notes: stated.notes }),
    }),
  );
}
