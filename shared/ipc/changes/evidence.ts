import { z } from 'zod';

import { limits } from '../../limits.ts';
import { answers, id } from '../route.ts';

/** An evidence that was written: a folder with the invoices of payments, their list and its digest. */
export type WrittenEvidence = {
  readonly folderName: string;
  readonly payments: number;
  readonly files: number;
  /** Files that this desk cannot read any more, with the reason; they are in the list and not in the folder. */
  readonly notReadable: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly reference: string;
    readonly reason: string;
  }[];
  /** SHA-256 of the list, hex: it reveals a changed list. */
  readonly digest: string;
};

export const evidenceRoutes = {
  /** Asks for a folder, then writes the evidence of these payments into a new one within it. */
  'evidence.save': answers<({ saved: true } & WrittenEvidence) | { saved: false }>().to(
    z.strictObject({ references: z.array(id).min(1).max(limits.actItemsMax) }),
  ),
  /** The same of all lines of a payment file that the bank has. */
  'evidence.saveRun': answers<({ saved: true } & WrittenEvidence) | { saved: false }>().to(
    z.strictObject({ batchId: id }),
  ),
};
