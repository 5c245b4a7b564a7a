import type { Outcome } from '../../../../shared/errors.ts';
import { windowFail } from '../../../../shared/window-error.ts';
import type { FileToMatch, PaymentFile } from '../../../../shared/ipc/changes/payment-files.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { request } from '../../../state/desk.ts';

const { paymentFileBytesMax } = limits;

/** Reads a dropped file and has it checked; `account` serves the lines that name none, where it is not empty. */
export async function readPaymentFile(file: File, account: string): Promise<Outcome<PaymentFile>> {
  const bytes = await bytesOf(file);
  return bytes.ok ? request('paymentFiles.add', dropped(file, bytes.value, account)) : bytes;
}

/** The columns of a dropped file; it waits until a person has chosen their meanings. */
export async function awaitColumns(file: File, account: string): Promise<Outcome<FileToMatch>> {
  const bytes = await bytesOf(file);
  return bytes.ok ? request('paymentFiles.columns', dropped(file, bytes.value, account)) : bytes;
}

const dropped = ({ name }: File, bytes: Uint8Array<ArrayBuffer>, account: string) => ({
  fileName: name,
  bytes,
  ...(account === '' ? {} : { accountNumber: account }),
});

async function bytesOf(file: File): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  if (file.size > paymentFileBytesMax)
    return windowFail('file.too-large', crypto.randomUUID(), {
      message: `${file.name}: it is larger than ${String(paymentFileBytesMax / (1024 * 1024))} MB.`,
    });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return bytes ? ok(bytes) : windowFail('file.not-opened', crypto.randomUUID());
}
