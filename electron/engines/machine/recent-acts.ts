import { DeskFault } from '../../../shared/errors.ts';

/** The number of acts that can be undone. */
const actsMax = 20;

/** The newest acts at an open bank, by the number that undoes each. They are lost when the process ends. */
export class RecentActs<Act> {
  readonly #acts = new WeakMap<object, Map<number, Act>>();
  #made = 0;

  add(owner: object, act: Act): number {
    const recent = this.#acts.get(owner) ?? new Map<number, Act>();
    this.#acts.set(owner, recent);
    recent.set((this.#made += 1), act);
    for (const old of [...recent.keys()].slice(0, -actsMax)) recent.delete(old);
    return this.#made;
  }

  /** Finds an act. Throws `undo.overtaken` where it was undone, or twenty others followed it. */
  find(owner: object, act: number): Act {
    const found = this.#acts.get(owner)?.get(act);
    if (found === undefined)
      throw new DeskFault(
        'undo.overtaken',
        'This act can no longer be undone at once. Nothing was changed; each of its items still can be.',
      );
    return found;
  }

  remove(owner: object, act: number): void {
    this.#acts.get(owner)?.delete(act);
  }
}
