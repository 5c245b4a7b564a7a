import type { DoneAct, ManyChanged, Skipped } from '../../../../shared/ipc/route.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import { RecentActs } from '../../../engines/machine/recent-acts.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { stateOf } from './payment-files.ts';
import { indexOfLine, replaceLines, unsentLine, type PaymentLine } from './tables/line-tables.ts';

/** A line of an act by its number; `at` is its position in the request. */
type Named = { readonly at: number; readonly line: number };
type Act = {
  readonly batchId: string;
  readonly skipped: boolean;
  readonly lines: readonly Named[];
};

const acts = new RecentActs<Act>();

/** Leaves unsent lines out, or takes them in again, in one transaction. Lines already in that state do not change. */
export function skipLines(
  journal: Journal,
  batchId: string,
  { lines, skipped }: { readonly lines: readonly number[]; readonly skipped: boolean },
): DoneAct {
  // A line that is named twice counts once.
  const named = [...new Map(lines.map((line, at) => [line, at]))].map(([line, at]) => ({
    at,
    line,
  }));
  const { unsent, others } = split(journal, batchId, named);
  const changed = unsent.filter(({ known }) => (known.state === 'skipped') !== skipped);
  write(journal, batchId, changed, skipped);
  const act = acts.add(journal, { batchId, skipped, lines: changed });
  return { act, changed: changed.length, skipped: others };
}

/** Undoes what an act did to lines that were neither sent nor changed since, in one transaction. */
export function undoSkip(journal: Journal, batchId: string, n: number): ManyChanged {
  const act = acts.find(journal, n);
  if (act.batchId !== batchId)
    throw new DeskFault('input.invalid', 'This was done in another file. Nothing was changed.');
  const { unsent, others } = split(journal, batchId, act.lines);
  const isAsLeft = ({ known }: Unsent): boolean => (known.state === 'skipped') === act.skipped;
  const changed = unsent.filter(isAsLeft);
  write(journal, batchId, changed, !act.skipped);
  acts.remove(journal, n);
  const decided = unsent.filter((one) => !isAsLeft(one));
  return {
    changed: changed.length,
    skipped: [...others, ...decided.map(({ at }) => ({ at, reason: 'changed' as const }))],
  };
}

type Unsent = Named & { readonly known: PaymentLine };

/** Splits the named lines into the unsent ones and the others, with the reason for each of the others. */
function split(journal: Journal, batchId: string, named: readonly Named[]) {
  const unsent: Unsent[] = [];
  const others: Skipped[] = [];
  for (const { at, line } of named) {
    const known = unsentLine(journal, batchId, line);
    if (known) unsent.push({ at, line, known });
    else {
      const isThere = indexOfLine(journal, batchId, line) !== null;
      others.push({ at, reason: isThere ? 'changed' : 'missing' });
    }
  }
  return { unsent, others };
}

function write(
  journal: Journal,
  batchId: string,
  lines: readonly Unsent[],
  skipped: boolean,
): void {
  replaceLines(
    journal,
    batchId,
    lines.map(({ known: { checked } }) => ({
      state: skipped ? 'skipped' : stateOf(checked),
      checked,
    })),
  );
}
