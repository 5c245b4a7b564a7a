import { DeskFault } from '../../shared/errors.ts';
import type { BankDesk } from './bank-desk.ts';

/** How the handlers reach the open bank. */
export type OpenDesk = () => BankDesk;

/** A record that was asked for and was never fetched. */
export const notCached = (what: string): DeskFault =>
  new DeskFault('offline.not-cached', `${what} is not in the local copy.`);
