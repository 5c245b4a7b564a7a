import type { ChangeParts } from '../../../engines/submissions/change.ts';
import type { SubClientParts } from '../refresh.ts';
import type { UploadRules } from '../../../../shared/ipc/changes/documents.ts';

/** What files are queued and sent with. */
export type UploadParts = ChangeParts &
  SubClientParts & {
    readonly spoolFolder: string;
    readonly rules: UploadRules;
  };
