import { fail, type Outcome } from '../../../../shared/errors.ts';
import type {
  ColumnMatch,
  FileToMatch,
  PaymentFile,
} from '../../../../shared/ipc/payment-files.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { request } from '../../../state/desk.ts';

const { paymentFileBytesMax } = limits;

/** Reads a dropped file and has it checked; `account` serves the lines that name none, where it is not empty. */
export async function readPaymentFile(
  file: File,
  account: string,
  match?: ColumnMatch,
): Promise<Outcome<PaymentFile>> {
  const bytes = await bytesOf(file);
  if (!bytes.ok) return bytes;
  return request('paymentFiles.add', {
    fileName: file.name,
    bytes: bytes.value,
    ...(account === '' ? {} : { accountNumber: account }),
    ...(match ? { match } : {}),
  });
}

/** What the columns of a dropped file look like. Nothing of it is kept. */
export async function lookAtColumns(file: File, firstLine?: number): Promise<Outcome<FileToMatch>> {
  const bytes = await bytesOf(file);
  if (!bytes.ok) return bytes;
  return request('paymentFiles.columns', {
    fileName: file.name,
    bytes: bytes.value,
    ...(firstLine === undefined ? {} : { firstLine }),
  });
}

async function bytesOf(file: File): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  if (file.size > paymentFileBytesMax)
    return fail('file.too-large', crypto.randomUUID(), {
      message: `${file.name}: it is larger than ${String(paymentFileBytesMax / (1024 * 1024))} MB.`,
    });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return bytes ? ok(bytes) : fail('file.unreadable', crypto.randomUUID());
}
