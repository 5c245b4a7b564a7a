import type { AppError } from '../../../../shared/errors.ts';
import type { DoctorReport } from '../../../../shared/ipc/desk/doctor.ts';
import { request } from '../../../state/desk.ts';
import type { Live } from '../../../state/live.svelte.ts';

/** The doctor's last report, or the growing report of a run. */
export class DoctorRun {
  report = $state.raw<DoctorReport | null>(null);
  busy = $state(false);
  error = $state.raw<AppError | null>(null);
  /** True once the last report was requested; there may be none. */
  wasRead = $state(false);

  /** Reads the last report and follows a running one. Returns the function that stops this. */
  start(live: Live): () => void {
    void this.#readLast();
    return live.on('doctor.progressed', (report) => {
      this.report = report;
      this.busy = report.finishedAt === null;
    });
  }

  /** The account whose statement is requested, if the desk knows no account of this bank. */
  accountNumber = $state('');

  async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    const accountNumber = this.accountNumber.trim();
    const outcome = await request('doctor.run', accountNumber === '' ? {} : { accountNumber });
    this.busy = false;
    if (outcome.ok) this.report = outcome.value;
    else this.error = outcome.error;
  }

  async #readLast(): Promise<void> {
    const outcome = await request('doctor.last', {});
    this.wasRead = true;
    if (!outcome.ok) this.error ??= outcome.error;
    // The report of a run that began in the meantime is newer.
    else if (this.report === null) {
      this.report = outcome.value.report;
      this.busy = outcome.value.report?.finishedAt === null;
    }
  }
}
