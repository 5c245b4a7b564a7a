import type { UploadRules } from '../../../shared/ipc/changes/documents.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import type { SubClientParts } from './refresh.ts';
import type { SubClientWrites } from './records/writes.ts';

/** The open bank, as the routes of sub-clients use it. */
export type OpenSubClients = OpenBank<SubClientWrites> & {
  readonly changes: SubClientParts;
  /** The document types that the bank accepts, by its bank file. */
  readonly uploads: { readonly rules: Pick<UploadRules, 'types'> };
};
