import { readEpcCode } from './epc-code.ts';
import type { InvoiceSource } from '../fields/source.ts';
import { readSwissCode } from './swiss-code.ts';

/** Reads what a QR code of an invoice holds; null where it is no payment code, such as an address of the web. */
export const readPaymentCode = (bytes: Uint8Array, place: string): InvoiceSource | null =>
  readEpcCode(bytes, place) ?? readSwissCode(bytes, place);
