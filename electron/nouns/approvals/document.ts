import { z } from 'zod';

import type { OperationInput } from '../../../shared/bank/catalogue.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { readInput } from '../../engines/submissions/sent.ts';

/** The operation that sends a file. Its payload only names the file; the bytes are not in it. */
export const documentOperation = 'uploadSubclientDocuments';

const FileContent = z.object({
  fileName: z.string().min(1).max(500),
  /** Digest of the bytes, hex. The approval is for the file with this digest. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Absent in payloads from before documents could be requested. */
  mimeType: z.string().max(200).optional(),
  sizeBytes: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});
export type DocumentFile = z.infer<typeof FileContent>;

const names = new Set(Object.keys(FileContent.shape));

/** The form in a stored payload, without the fields of the file; null where the payload has no file. */
export function formOf(given: unknown): unknown {
  if (!FileContent.safeParse(given).success) return null;
  return Object.fromEntries(Object.entries(given as object).filter(([field]) => !names.has(field)));
}

/** A document of a request or a claim. */
export type RequestedDocument = {
  readonly input: OperationInput<typeof documentOperation>;
  readonly file: DocumentFile;
};

/** The document in a payload; null where it has none. */
export function documentIn(payload: string): RequestedDocument | null {
  const json = attemptSync((): unknown => JSON.parse(payload));
  const file = json.ok ? FileContent.safeParse(json.value).data : undefined;
  if (!json.ok || file === undefined) return null;
  const input = readInput(documentOperation, formOf(json.value));
  return input.ok ? { input: input.value, file } : null;
}
