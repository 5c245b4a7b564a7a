import { basename } from 'node:path';

import type {
  AdviceFormat,
  AdviceKind,
  WrittenAdvices,
} from '../../../../shared/ipc/changes/advice.ts';
import { freePath } from '../../../engines/exports/free-name.ts';
import { writeNewFile, writeWholeFile } from '../../../engines/exports/whole-file.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { everyLine } from '../file/payment-files.ts';
import { adviceFile } from './advice-file.ts';
import { paidPayment } from './paid.ts';

type Parts = Parameters<typeof paidPayment>[0] & Parameters<typeof adviceFile>[2];

type Wanted = { readonly kind: AdviceKind; readonly as: AdviceFormat };

/** Asks a person for the path of a single file, with a proposed name; undefined where they cancel. */
export type PlaceOf = (name: string) => Promise<string | undefined>;

/** Writes the document of one payment to the path that a person chooses. Returns the reason in a sentence where there is none. */
export async function writeAdvice(
  parts: Parts,
  reference: string,
  { kind, as }: Wanted,
  placeOf: PlaceOf,
): Promise<
  | { readonly state: 'written'; readonly fileName: string }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'cancelled' }
> {
  const paid = paidPayment(parts, reference, kind);
  if (!paid.ok) return { state: 'refused', reason: paid.error };
  const { name, bytes } = adviceFile(paid.value, as, parts);
  const path = await placeOf(name);
  if (path === undefined) return { state: 'cancelled' };
  await writeWholeFile(path, [bytes]);
  return { state: 'written', fileName: basename(path) };
}

/** Writes the documents of several payments into a folder, each under a free name. */
export async function writeAdvices(
  parts: Parts,
  references: AsyncIterable<string> | Iterable<string>,
  { kind, as }: Wanted,
  folder: string,
): Promise<WrittenAdvices> {
  const written: { reference: string; fileName: string }[] = [];
  const refused: { reference: string; reason: string }[] = [];
  for await (const reference of references) {
    const paid = paidPayment(parts, reference, kind);
    if (!paid.ok) {
      refused.push({ reference, reason: paid.error });
      continue;
    }
    const { name, bytes } = adviceFile(paid.value, as, parts);
    const path = await freePath(folder, name);
    await writeNewFile(path, [bytes]);
    written.push({ reference, fileName: basename(path) });
  }
  return { written, refused };
}

/** The references of the lines of a payment file that the bank took, in their order. */
export async function* runReferences(journal: Journal, batchId: string): AsyncGenerator<string> {
  for await (const { shown, checked } of everyLine(journal, batchId))
    if (shown === 'accepted' || shown === 'at-bank') yield checked.reference;
}
