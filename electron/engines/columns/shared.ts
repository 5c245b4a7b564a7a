import { z } from 'zod';

import { cleanFileName } from '../../../shared/file-name.ts';
import { sharedKind, type SharedKind } from '../sharing/shared-kind.ts';
import { allShapes, eraseShape, shapeRecordKind, writeShape } from './shapes.ts';

const shapeId = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(1_000);
const hasAtMost =
  (max: number) =>
  (value: object): boolean =>
    Object.keys(value).length <= max;

const Shape = z.strictObject({
  shapeId,
  kind: z.enum(['payments', 'ledger', 'onboarding']),
  columns: z.record(z.string().max(100), z.int().min(0).max(200)).refine(hasAtMost(201)),
  decimals: z.enum(['point', 'comma']).nullable(),
  offset: z.int().min(-1_000).max(100_000),
  headings: z.array(text).max(1_000),
  fileName: z
    .string()
    .max(1_000)
    .refine((name) => name === cleanFileName(name)),
  reading: z.record(z.string().max(100), z.string().max(100)).refine(hasAtMost(20)),
});

const Item = z
  .strictObject({ shapeId, shape: Shape.nullable() })
  .refine((item) => item.shape === null || item.shape.shapeId === item.shapeId);

/** Shares column matches. Each file names the person whose match was used, and waits for confirmation by a person. */
const shapes = sharedKind<z.infer<typeof Item>>({
  topic: null,
  ...{ kind: shapeRecordKind, merge: 'last', schema: Item, keyOf: (item) => item.shapeId },
  label: 'matched the columns of a file',
  aboutOf: ({ shapeId, shape }) =>
    shape === null
      ? `Columns ${shapeId.slice(0, 8)}: match removed.`
      : `Columns of ${shape.fileName} (${shape.kind}): matched.`,
  apply: (journal, { shapeId, shape }, { at }) => {
    if (shape === null) eraseShape(journal, shapeId);
    else writeShape(journal, shape, at);
  },
  allOf: (journal) =>
    allShapes(journal).map(({ shape, at }) => ({
      item: { shapeId: shape.shapeId, shape },
      stamp: { actor: { id: '', name: '', desk: '' }, at },
    })),
});

/** The shared records of file columns. */
export const sharedOfColumns: readonly SharedKind[] = [shapes];
