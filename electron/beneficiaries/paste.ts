import { readPasted as read, type PastedPayee } from '../../shared/beneficiaries/pasted.ts';
import { codeBook } from './codes.ts';

/** Splits a pasted block of bank details into the fields of a payee. */
export const readPasted = (text: string): PastedPayee => read(text, codeBook);
