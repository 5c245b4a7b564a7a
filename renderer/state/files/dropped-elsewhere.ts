import type { Dropped } from '../../ui/controls/dropped-files.ts';

/** Documents that were dropped outside every drop zone, to be passed to the view that accepts them. */
export class DroppedElsewhere {
  #dropped: Promise<Dropped> | null = null;

  give(dropped: Promise<Dropped>): void {
    this.#dropped = dropped;
  }

  /** Returns the files once. */
  take(): Promise<Dropped> | null {
    const dropped = this.#dropped;
    this.#dropped = null;
    return dropped;
  }
}
