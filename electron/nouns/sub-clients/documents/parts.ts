import type { ChangeParts } from '../../../engines/submissions/change.ts';
import type { SubClientParts } from '../refresh.ts';
import type { UploadRules } from '../../../../shared/ipc/changes/documents.ts';

/** The parts needed to queue and send files. */
export type UploadParts = ChangeParts &
  SubClientParts & {
    readonly spoolFolder: string;
    readonly rules: UploadRules;
  };
