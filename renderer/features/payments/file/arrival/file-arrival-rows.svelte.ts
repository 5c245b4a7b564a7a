import type { LinesArrival } from '../../../../../shared/calendar/file-arrivals.ts';
import type { PaymentFile } from '../../../../../shared/ipc/changes/payment-files.ts';
import { request } from '../../../../state/desk.ts';

/** The arrival times of the unsent lines of the open file; empty if they could not be loaded. */
export class FileArrivalRows {
  rows = $state.raw<readonly LinesArrival[]>([]);
  #generation = 0;

  async read({ batchId }: Pick<PaymentFile, 'batchId'>): Promise<void> {
    const generation = ++this.#generation;
    const read = await request('paymentFiles.arrivals', { batchId });
    if (generation === this.#generation) this.rows = read.ok ? read.value.rows : [];
  }

  clear(): void {
    this.#generation += 1;
    this.rows = [];
  }
}
