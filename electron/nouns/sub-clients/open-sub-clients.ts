import type { UploadRules } from '../../../shared/ipc/changes/documents.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import type { SubClientParts } from './refresh.ts';
import type { SubClientWrites } from './records/writes.ts';

/** What the routes of sub-clients find of the bank that is open. */
export type OpenSubClients = OpenBank<SubClientWrites> & {
  readonly changes: SubClientParts;
  /** What the bank takes as documents, by its file. */
  readonly uploads: { readonly rules: Pick<UploadRules, 'types'> };
};
