import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { todayAt } from '../../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import type { WrittenEvidence } from '../../../../shared/ipc/changes/evidence.ts';
import { invoiceFields } from '../../../../shared/ipc/changes/invoices.ts';
import { formatCount } from '../../../../shared/money/format.ts';
import { version } from '../../../../shared/version.ts';
import { freePath } from '../../../engines/exports/free-name.ts';
import { unwritable, writeNewFile } from '../../../engines/exports/whole-file.ts';
import { syncPath } from '../../../engines/machine/durable.ts';
import { timestampNow } from '../../../engines/machine/context.ts';
import { attempt, ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import { duePaymentUnder } from '../../due-payments/tables.ts';
import { paymentByReference } from '../../payments/list.ts';
import { invoiceBytes, type InvoiceParts } from '../invoices.ts';
import { invoicesOfPayment, type InvoiceRecord } from '../tables.ts';
import { filesFolder, listName, paymentsMax, sumsName, sumsText } from './evidence-list.ts';

export type EvidenceParts = Pick<InvoiceParts, 'journal' | 'folder' | 'clock' | 'payments'> & {
  readonly bank: { readonly name: string; readonly environment: string };
  /** Who writes it. */
  readonly by: string;
};

type Wanted = {
  readonly references: readonly string[];
  /** The days that were asked for, both included; null where payments were named. */
  readonly period: { readonly from: string; readonly to: string } | null;
};

/** A file that is in the evidence. */
type FileOfPayment = {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly reference: string;
};

/** A file that the desk no longer has as it was dropped. */
type LostFile = {
  readonly name: string;
  readonly sha256: string;
  readonly reference: string;
  readonly reason: string;
};

/**
 * Writes the evidence of payments into a new folder within `into`: each invoice's file as it was dropped, one at a time, the list of
 * payments and files, and the SHA-256 of each. The folder gets its final name once all of it is on the disk. A file that is missing or
 * damaged on this desk is in the list with the reason, and not in the folder. Throws `input.invalid` for an unknown reference or too many
 * payments, and `file.unwritable`.
 */
export async function writeEvidence(
  parts: EvidenceParts,
  { references, period }: Wanted,
  into: string,
): Promise<WrittenEvidence> {
  const wanted = [...new Set(references)];
  if (wanted.length > paymentsMax)
    throw new DeskFault(
      'input.invalid',
      `One evidence has up to ${formatCount(paymentsMax)} payments, and these are ${formatCount(wanted.length)}. Choose fewer days. Nothing was written.`,
    );
  for (const reference of wanted) assertKnown(parts, reference);
  const draft = join(into, `.evidence-${randomUUID()}.part`);
  const written = await attempt(async () => {
    const facts = await writeDraft(parts, { references: wanted, period }, draft);
    const path = await onTarget(async () => {
      const free = await freePath(into, `evidence-${todayAt(parts.clock.now())}`);
      await rename(draft, free);
      syncPath(into);
      return free;
    });
    return { ...facts, folderName: basename(path) };
  });
  if (written.ok) return written.value;
  await ignoreErrorsAsync(() => rm(draft, { recursive: true, force: true }));
  throw written.error;
}

/** Runs work on the folder that a person chose, so that its faults are not reported as those of the data folder. */
async function onTarget<T>(work: () => T | Promise<T>): Promise<T> {
  const done = await attempt(work);
  if (done.ok) return done.value;
  throw unwritable('The evidence', done.error.cause ?? done.error);
}

function assertKnown({ journal, payments }: EvidenceParts, reference: string): void {
  const isKnown =
    paymentByReference(payments, reference) !== null ||
    duePaymentUnder(journal, reference) !== null ||
    invoicesOfPayment(journal, reference).length > 0;
  if (!isKnown)
    throw new DeskFault(
      'input.invalid',
      `No payment with the reference ${reference} is known here. Nothing was written.`,
    );
}

async function writeDraft(
  parts: EvidenceParts,
  { references, period }: Wanted,
  draft: string,
): Promise<Omit<WrittenEvidence, 'folderName'>> {
  await onTarget(() => mkdir(join(draft, filesFolder), { recursive: true, mode: 0o700 }));
  const payments: object[] = [];
  const files: (FileOfPayment & object)[] = [];
  const lost: LostFile[] = [];
  for (const reference of references) {
    const own: string[] = [];
    for (const invoice of invoicesOfPayment(parts.journal, reference, -1)) {
      const copied = await copyFile(parts, invoice, { draft, number: files.length + 1 });
      if ('reason' in copied) lost.push(copied);
      else {
        files.push({ ...copied, ...statedFacts(invoice) });
        own.push(copied.path);
      }
    }
    payments.push({ ...paymentFacts(parts, reference), files: own });
  }
  const list = {
    ...{ kind: 'nostro-evidence', version: 1, program: `Nostro ${version}` },
    ...{ writtenAt: timestampNow(parts.clock), writtenBy: parts.by, bank: parts.bank, period },
    ...{ payments, files, notReadable: lost },
  };
  const text = `${JSON.stringify(list, null, 2)}\n`;
  const digest = createHash('sha256').update(text).digest('hex');
  await writeNewFile(join(draft, listName), [text]);
  await writeNewFile(join(draft, sumsName), [sumsText({ sha256: digest }, files)]);
  await onTarget(() => {
    syncPath(join(draft, filesFolder));
    syncPath(draft);
  });
  return { payments: payments.length, files: files.length, notReadable: lost, digest };
}

/** Copies a file. Its number makes the name unique on every disk. */
async function copyFile(
  parts: EvidenceParts,
  { invoiceId, fileName, sha256, reference }: InvoiceRecord,
  { draft, number }: { readonly draft: string; readonly number: number },
): Promise<FileOfPayment | LostFile> {
  const read = await attempt(() => invoiceBytes(parts, invoiceId));
  if (!read.ok && read.error.code !== 'attachment.unreadable') throw read.error;
  if (!read.ok)
    return {
      name: fileName,
      sha256,
      reference,
      reason: `${read.error.message} It is not in here.`,
    };
  const { bytes } = read.value;
  const path = `${filesFolder}/${String(number).padStart(5, '0')}_${cleanFileName(fileName)}`;
  await writeNewFile(join(draft, path), [bytes]);
  return { path, sha256, bytes: bytes.length, reference };
}

/** What the desk read in the file, and where. */
function statedFacts({ fileName, mediaType, addedAt, addedBy, stated }: InvoiceRecord): object {
  const known = invoiceFields.filter((field) => stated[field] !== '');
  return {
    ...{ name: fileName, mediaType, addedAt, addedBy },
    fields: Object.fromEntries(
      known.map((field) => [field, { value: stated[field], from: stated.from[field] ?? '' }]),
    ),
    proposed: stated.proposed,
    problems: stated.problems.map(({ message }) => message),
  };
}

/**
 * The facts that were sent and that the bank reports; amounts are decimal text. `state` is that of the submission; `listed` where only the
 * bank has the payment, `scheduled` or `withdrawn` where it waits or was withdrawn, else `none`.
 */
function paymentFacts(parts: EvidenceParts, reference: string): object {
  const row = paymentByReference(parts.payments, reference);
  const due = duePaymentUnder(parts.journal, reference);
  const { submission, transfer, others } = row ?? { submission: null, transfer: null, others: [] };
  const transfers = [transfer, ...others].flatMap((one) =>
    one ? [{ id: one.id, status: one.status, amount: one.amount, settledAt: one.settledAt }] : [],
  );
  const about = submission?.about;
  const dueState = due === null || due.state === 'sent' ? 'none' : due.state;
  return {
    reference,
    state: submission?.state ?? (transfer ? 'listed' : dueState),
    sentAt: submission?.createdAt ?? null,
    day: due?.day ?? null,
    amount: about?.amount ?? transfer?.amount ?? dueAmount(due),
    account: about?.accountNumber ?? transfer?.accountNumber ?? due?.order.accountNumber ?? '',
    payee: about?.counterparty ?? transfer?.beneficiaryName ?? due?.payee ?? '',
    payeeAccount: about?.bankDetails?.['accountNumber'] ?? '',
    submissionId: submission?.submissionId ?? null,
    transfers,
  };
}

const dueAmount = (due: ReturnType<typeof duePaymentUnder>): object | null =>
  due && { amount: due.order.amount, currency: due.order.currency };
