import type { Outcome } from '../../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { HandOverProgress } from '../../../shared/ipc/accounts/hand-over.ts';
import { request } from '../desk.ts';

/** The export of statements, or of search results, to files: its progress, and how to stop it. */
export class WritingOut {
  /** Null while no export runs. */
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

  /** Stores the progress from the main process. */
  readonly take = (progress: HandOverProgress): void => {
    if (this.isRunning) this.progress = progress;
  };

  /** Stops the export; no partial file is left. */
  cancel(): Promise<Outcome<RouteOutput<'handOver.cancel'>>> {
    return request('handOver.cancel', {});
  }
}
