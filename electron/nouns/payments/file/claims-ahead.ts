import { limits } from '../../../../shared/limits.ts';
import type { CheckedLine } from '../../../../shared/ipc/changes/payment-files.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import type { Claimable, Claims } from '../../../engines/submissions/claims.ts';
import { submissionByReference } from '../../../engines/submissions/journal/submission-table.ts';
import { payloadOf } from '../../../engines/submissions/submissions.ts';
import { intentOf } from '../send.ts';
import type { PaymentParts } from '../tables.ts';
import { blockingWarnings } from '../warnings.ts';
import { approvalOf, orderOf, type FileApproval } from './line.ts';
import { nextToSend } from './tables/line-tables.ts';

type RunParts = {
  readonly parts: PaymentParts;
  readonly claims: Claims;
  readonly batchId: string;
  readonly approval: FileApproval;
  readonly context: Context;
};

/**
 * Claims the lines of a run before their turn, `limits.claimsAtOnceMax` in one batch, while earlier lines are being sent. A line that
 * resembles another payment, or that is held back, is claimed in its turn: in a batch it would keep the others from being claimed.
 */
export class ClaimsAhead {
  readonly #run: RunParts;
  /** Lines up to this one were read. */
  #through = 0;
  /** The lines of the last batch. */
  #claimed: readonly number[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(run: RunParts) {
    this.#run = run;
  }

  /** Waits until the lines up to this one are claimed. Starts the next batch where fewer than `size` claimed lines follow this one. */
  async cover(line: number, size: number): Promise<void> {
    await this.#last;
    while (line > this.#through) await this.#claimNext();
    if (this.#claimed.filter((claimed) => claimed > line).length < size) void this.#claimNext();
  }

  /** Waits for the last batch, so that its claims can be released afterwards. */
  over(): Promise<void> {
    return this.#last;
  }

  #claimNext(): Promise<void> {
    const { parts, claims, batchId, context } = this.#run;
    const next = { after: this.#through, limit: limits.claimsAtOnceMax };
    const lines = nextToSend(parts.journal, batchId, next);
    this.#through = lines.at(-1)?.checked.line ?? Infinity;
    const ahead = lines.filter(({ checked }) => this.#mayBeClaimed(checked));
    this.#claimed = ahead.map(({ checked }) => checked.line);
    const claimables = ahead.map(({ checked }) => this.#claimableOf(checked));
    if (claimables.length > 0)
      this.#last = ignoreErrorsAsync(() => claims.claimAhead(claimables, context));
    return this.#last;
  }

  #mayBeClaimed(checked: CheckedLine): boolean {
    const { warnings } = checked;
    const isAlike = warnings.some(({ twins = [] }) => twins.length > 0);
    const approval = approvalOf(this.#run.approval, checked);
    return !isAlike && blockingWarnings(warnings, approval).length === 0;
  }

  /** Reference, likeness and payload of a line are fixed once its file is started. */
  #claimableOf(checked: CheckedLine): Claimable {
    const intent = intentOf(orderOf(checked), null);
    const { reference, likeness = null } = intent;
    // A payment that never left is sent again with its saved payload.
    const known = submissionByReference(this.#run.parts.journal, reference);
    const { payloadHash } = known ?? payloadOf(intent);
    return { reference, likeness, payloadHash, twins: [], sending: null };
  }
}
