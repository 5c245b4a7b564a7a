import { dataVersion } from '../../engines/store/opening/cache-reader.ts';
import type { DayCounts } from './entries/incoming.ts';
import type { StatementView } from './tables.ts';
import { newestOf } from '../../engines/store/threads/newest-question.ts';
import { countView, type StatementCopy } from './view-questions.ts';

type Counted = { readonly version: number; readonly counts: Promise<DayCounts> };

const countedViews = new WeakMap<StatementCopy, Map<string, Counted>>();
const countedViewsMax = 50;

/**
 * Counts the entries per day of a view. Counts again only after the local copy changed or a count failed. `overtakes`: cancels the
 * count of another view that is still running.
 */
export function countsOf(
  copy: StatementCopy,
  view: StatementView,
  { overtakes = false } = {},
): Promise<DayCounts> {
  const known = countedViews.get(copy) ?? new Map<string, Counted>();
  countedViews.set(copy, known);
  const key = JSON.stringify([view.accountNumber, view.filter], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const version = dataVersion(copy.reader);
  const counted = known.get(key);
  if (counted?.version === version) return counted.counts;
  if (known.size >= countedViewsMax) known.clear();
  const signal = overtakes ? newestOf(copy, 'count') : undefined;
  const counts = countView(copy, view, { signal });
  known.set(key, { version, counts });
  counts.catch(() => {
    if (known.get(key)?.counts === counts) known.delete(key);
  });
  return counts;
}
