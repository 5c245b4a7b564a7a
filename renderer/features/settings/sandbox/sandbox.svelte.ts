import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/resource.svelte.ts';

/** The built-in bank’s own desk: its numbers, its clock, and money that comes in. */
export class PracticeState {
  readonly numbers = new Resource(() => request('sandbox.numbers', {}));
  readonly advancing = new Resource(() => request('sandbox.advance', { ms: this.#ms }));
  #ms = 0;

  get now(): string | null {
    return this.numbers.value?.now ?? null;
  }

  /** Moves the bank's clock. True if it moved. */
  async advance(ms: number): Promise<boolean> {
    if (this.advancing.busy) return false;
    this.#ms = ms;
    await this.advancing.refresh();
    await this.numbers.refresh();
    return this.advancing.error === null;
  }
}
