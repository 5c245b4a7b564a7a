import { z } from 'zod';

import type { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { WithAgenda } from '../orders/agenda.ts';

/** What the bank received with an upload; the file itself is not stored. */
export const ReceivedFile = z.strictObject({
  documentId: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  /** SHA-256, hex. */
  sha256: z.string(),
});
type ReceivedFile = z.output<typeof ReceivedFile>;

export type SubClientsState = {
  readonly subClients: Map<string, SubClient>;
  documents: SubClientDocument[];
  shareholders: Shareholder[];
  readonly receivedFiles: ReceivedFile[];
};
export type SubClientsBank = SubClientsState & WithAgenda;
