import type { Outcome } from '../../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { HandOverProgress } from '../../../shared/ipc/accounts/hand-over.ts';
import { request } from '../desk.ts';

/** Statements, or what was found of them, being written to files: how far that is, and how it is stopped. */
export class WritingOut {
  /** Null while nothing is written. */
  progress = $state.raw<HandOverProgress | null>(null);

  get isRunning(): boolean {
    return this.progress !== null;
  }

  async write(
    requested: RouteInput<'handOver.write'>,
  ): Promise<Outcome<RouteOutput<'handOver.write'>>> {
    this.progress = { files: 0, filesDone: 0, entries: 0 };
    const outcome = await request('handOver.write', requested);
    this.progress = null;
    return outcome;
  }

  /** Takes what the main process says of it. */
  readonly take = (progress: HandOverProgress): void => {
    if (this.isRunning) this.progress = progress;
  };

  /** Leaves no half file. */
  cancel(): Promise<Outcome<RouteOutput<'handOver.cancel'>>> {
    return request('handOver.cancel', {});
  }
}
