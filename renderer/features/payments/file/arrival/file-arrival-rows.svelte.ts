import type { LinesArrival } from '../../../../../shared/calendar/file-arrivals.ts';
import type { PaymentFile } from '../../../../../shared/ipc/changes/payment-files.ts';
import { request } from '../../../../state/desk.ts';

/** When the unsent lines of the file that is shown arrive; empty where that could not be read. */
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
