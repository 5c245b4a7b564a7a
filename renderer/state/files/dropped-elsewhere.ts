import type { Dropped } from '../../ui/controls/dropped-files.ts';

/** Documents that were dropped where none is taken, on their way to the view that takes them. */
export class DroppedElsewhere {
  #dropped: Promise<Dropped> | null = null;

  give(dropped: Promise<Dropped>): void {
    this.#dropped = dropped;
  }

  /** Once: who takes them has them. */
  take(): Promise<Dropped> | null {
    const dropped = this.#dropped;
    this.#dropped = null;
    return dropped;
  }
}
