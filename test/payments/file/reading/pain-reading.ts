import { expect } from 'vitest';

import { readPaymentFile } from '../../../../electron/nouns/payments/file/reading/payment-file.ts';
import type { PainGiven, PainLine } from '../../../support/files/pain-files.ts';

export const one = (line: PainLine = {}): PainGiven => ({ groups: [{ lines: [line] }] });

export async function read(bytes: Uint8Array) {
  const file = await readPaymentFile(bytes);
  if (!file.ok) expect.fail(file.error.message);
  return file.value;
}

export async function refused(bytes: Uint8Array): Promise<string> {
  const file = await readPaymentFile(bytes);
  if (file.ok) expect.fail('the file was taken');
  return file.error.message;
}

export const texts = async (bytes: Uint8Array) =>
  (await read(bytes)).rows.map(({ cells }) => cells.map(({ text }) => text));
