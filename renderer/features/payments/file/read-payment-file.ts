import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { PaymentFile } from '../../../../shared/ipc/payment-files.ts';
import { limits } from '../../../../shared/limits.ts';
import { request } from '../../../state/desk.ts';

const { paymentFileBytesMax } = limits;

/** Reads a dropped file and has it checked; `account` serves the lines that name none, where it is not empty. */
export async function readPaymentFile(file: File, account: string): Promise<Outcome<PaymentFile>> {
  if (file.size > paymentFileBytesMax)
    return fail('file.too-large', crypto.randomUUID(), {
      message: `${file.name}: it is larger than ${String(paymentFileBytesMax / (1024 * 1024))} MB.`,
    });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (!bytes) return fail('file.unreadable', crypto.randomUUID());
  const accountNumber = account === '' ? {} : { accountNumber: account };
  return request('paymentFiles.add', { fileName: file.name, bytes, ...accountNumber });
}
