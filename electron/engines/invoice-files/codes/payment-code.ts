import { readEpcCode } from './epc-code.ts';
import type { InvoiceSource } from '../fields/source.ts';
import { readSwissCode } from './swiss-code.ts';

/** Reads a QR code of an invoice; null where it is no payment code, such as a web address. */
export const readPaymentCode = (bytes: Uint8Array, place: string): InvoiceSource | null =>
  readEpcCode(bytes, place) ?? readSwissCode(bytes, place);
