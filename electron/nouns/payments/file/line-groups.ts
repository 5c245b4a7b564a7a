import type { AppError } from '../../../../shared/errors.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { compareAmount } from '../listed-transfers.ts';
import type { PaymentParts } from '../tables.ts';
import { clearLine, type ClearedLine, type RunReading } from './line.ts';
import { nextToSend } from './tables/line-tables.ts';

type GroupParts = {
  readonly parts: PaymentParts;
  /** `isStopping` may become true at any time. */
  readonly run: { readonly batchId: string; readonly isStopping: boolean };
  readonly reading: RunReading;
  readonly context: Context;
};

/** Groups the lines of a file, in its order. The lines of a group are saved to the journal and sent together. */
export class GroupsOfRun {
  readonly #group: GroupParts;
  /** The last line that was checked. */
  #after = 0;

  constructor(group: GroupParts) {
    this.#group = group;
  }

  /**
   * Checks the next lines until `size` of them may be sent. Leaves out a refused line. `onChecked` gets each line with the error that
   * refuses it, or null, and returns whether the run ends at that line. A line that looks like one of the group waits for the next group:
   * its check must see that one in the journal.
   */
  async next(
    size: number,
    onChecked: (line: CheckedLine, error: AppError | null) => boolean,
  ): Promise<{ readonly cleared: readonly ClearedLine[]; readonly isLast: boolean }> {
    const { parts, run, reading, context } = this.#group;
    const cleared: ClearedLine[] = [];
    while (cleared.length < size && !run.isStopping) {
      const [next] = this.#linesAhead(1);
      if (!next) return { cleared, isLast: true };
      if (cleared.some(({ line }) => isAlike(line, next.checked))) break;
      this.#after = next.checked.line;
      const line = await clearLine(parts, reading, next.checked, context);
      if (onChecked(next.checked, line.ok ? null : line.error)) break;
      if (!line.ok) continue;
      cleared.push(line.value);
      if (cleared.length === 1) this.readAhead(size - 1);
    }
    return { cleared, isLast: false };
  }

  /** Reads from the bank what the checks of the next lines need, while others are being checked or sent. */
  readAhead(count: number): void {
    const { parts, reading, context } = this.#group;
    for (const { checked, state } of this.#linesAhead(count)) {
      reading.beneficiaries.readAhead(parts, checked.beneficiaryId, context);
      if (state === 'ready') reading.references.readAhead(parts, checked.reference, context);
    }
  }

  #linesAhead(limit: number) {
    const { parts, run } = this.#group;
    return nextToSend(parts.journal, run.batchId, { after: this.#after, limit });
  }
}

/** Could one be taken for the other: the same amount to the same payee, from any account? */
const isAlike = (one: CheckedLine, other: CheckedLine): boolean =>
  one.beneficiaryId === other.beneficiaryId &&
  compareAmount(amountOf(one), amountOf(other)) !== 'different';

/** A line that can be sent has an amount. */
const amountOf = ({ amount }: CheckedLine) => amount ?? { amount: '0', currency: '' };
