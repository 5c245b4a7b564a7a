import type { OpenBank } from '../submissions/open-bank.ts';
import type { SubClientParts } from './refresh.ts';
import type { SubClientWrites } from './writes.ts';

/** What the routes of sub-clients find of the bank that is open. */
export type OpenSubClients = OpenBank<SubClientWrites> & {
  readonly changes: SubClientParts;
};
