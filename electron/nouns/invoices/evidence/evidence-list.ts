import { z } from 'zod';

import { parseJsonText } from '../../../engines/bank/json/json-text.ts';

/** The names of the list, the sums and the folder of files in an evidence folder. */
export const listName = 'evidence.json';
export const sumsName = 'SHA256SUMS';
export const filesFolder = 'files';

/** The largest list that is read, in bytes: four times the list of one of the largest evidence folders. */
export const listBytesMax = 128 * 1024 * 1024;

/** Payments of one evidence. */
export const paymentsMax = 20_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A path within the folder: `files/` and a name without separators, so that a list cannot point elsewhere. */
const path = z.string().regex(/^files\/[^/\\]{1,200}$/);

const ListedFile = z.object({ path, sha256, bytes: z.int().min(0), reference: z.string() });

const EvidenceList = z.object({
  kind: z.literal('nostro-evidence'),
  version: z.literal(1),
  writtenAt: z.string(),
  payments: z.array(z.object({ reference: z.string(), files: z.array(path) })),
  files: z.array(ListedFile),
  notReadable: z.array(z.object({ name: z.string(), reference: z.string(), reason: z.string() })),
});

/** The fields of a list that a check needs; the others are for its readers. */
export type EvidenceList = Readonly<z.output<typeof EvidenceList>>;

/** Parses a list; null where it is none of ours, or contradicts itself. */
export function evidenceListIn(text: string): EvidenceList | null {
  const json = parseJsonText(text);
  const parsed = json.ok ? EvidenceList.safeParse(json.value) : null;
  if (!parsed?.success) return null;
  const { files, payments } = parsed.data;
  const paths = new Set(files.map((file) => file.path));
  const named = payments.flatMap((payment) => payment.files);
  const isSound = paths.size === files.length && named.every((one) => paths.has(one));
  return isSound ? parsed.data : null;
}

/** The text of the sums, as `sha256sum --check` reads it. */
export const sumsText = (
  list: { readonly sha256: string },
  files: readonly { readonly path: string; readonly sha256: string }[],
): string =>
  [{ path: listName, sha256: list.sha256 }, ...files]
    .map((one) => `${one.sha256}  ${one.path}\n`)
    .join('');
