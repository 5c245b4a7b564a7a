import type { SyncProgress } from '../../shared/ipc/accounts/statements.ts';
import type { FootEvents, FootParts } from './foot-events.ts';
import type { Live } from './live.svelte.ts';
import { together } from './records/together.ts';

/** Passes events to the line at the foot. The code of its texts is loaded after the start: the first view does not wait for it. */
export class LateFootEvents {
  readonly #live: Live;
  readonly #parts: FootParts;
  #events: FootEvents | null = null;
  #loading: Promise<FootEvents> | null = null;

  constructor(live: Live, parts: FootParts) {
    this.#live = live;
    this.#parts = parts;
  }

  start(): () => void {
    void this.#load();
    return together(
      this.#live.on('desk.changed', (state) => this.#pass((events) => events.deskChanged(state))),
      this.#live.on('batch.progressed', (file) =>
        this.#pass((events) => events.fileProgressed(file)),
      ),
      this.#live.on('dayRun.ended', (run) => this.#pass((events) => events.dayRunEnded(run))),
      this.#live.on('upload.progressed', (item) =>
        this.#pass((events) => events.uploadProgressed(item)),
      ),
      this.#live.on('sync.progressed', (progress) =>
        this.#pass((events) => events.syncProgressed(progress)),
      ),
    );
  }

  /** See {@link FootEvents.syncEnded}. */
  syncEnded(progress: SyncProgress, isFirst: boolean): void {
    this.#pass((events) => events.syncEnded(progress, isFirst));
  }

  /** Passes an event at once if the code is loaded, else queues it in order. */
  #pass(event: (events: FootEvents) => void): void {
    if (this.#events) event(this.#events);
    else void this.#load().then(event);
  }

  #load(): Promise<FootEvents> {
    this.#loading ??= import('./foot-events.ts').then(
      ({ FootEvents }) => (this.#events = new FootEvents(this.#parts)),
    );
    return this.#loading;
  }
}
