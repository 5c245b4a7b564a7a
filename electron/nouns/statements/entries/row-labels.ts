import type { RowLabels } from '../../../engines/formats/format.ts';
import { rows, type AnyDatabase } from '../../../engines/store/database.ts';

type LabelRow = {
  readonly key: number;
  readonly kind: 'tag' | 'counterparty';
  readonly name: string;
};

/** Returns the labels of entries by key, for entries that have any. */
export function labelsByKey(
  database: AnyDatabase,
  keys: readonly number[],
): ReadonlyMap<number, RowLabels> {
  const stored = rows<LabelRow>(
    database,
    `SELECT x.key, l.kind, l.name FROM json_each(?) j CROSS JOIN entry_label x ON x.key = j.value
     CROSS JOIN label l ON l.id = x.label`,
    JSON.stringify(keys),
  );
  const labelled = Map.groupBy(stored, ({ key }) => key);
  return new Map([...labelled].map(([key, labels]) => [key, rowLabels(labels)]));
}

const rowLabels = (labels: readonly LabelRow[]): RowLabels => ({
  tags: labels
    .filter(({ kind }) => kind === 'tag')
    .map(({ name }) => name)
    .sort(),
  namedCounterparty: labels.find(({ kind }) => kind === 'counterparty')?.name ?? '',
});

/** The labels of an entry without any. */
export const unlabelled: RowLabels = { tags: [], namedCounterparty: '' };
