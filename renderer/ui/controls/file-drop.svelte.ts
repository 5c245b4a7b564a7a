import type { Attachment } from 'svelte/attachments';

/** Extracts the files of a drop that belong elsewhere, and passes on the rest; false if it extracts nothing. */
export type Sieve = (transfer: DataTransfer, onrest: (rest: DataTransfer) => void) => boolean;

let sieve: Sieve | null = null;

/** Passes every drop through the sieve first, until the returned function is called. */
export function sieveDrops(through: Sieve): () => void {
  sieve = through;
  return () => {
    if (sieve === through) sieve = null;
  };
}

/** The rest of a drop, passed on at once or a little later. */
export function sifted(transfer: DataTransfer, onrest: (rest: DataTransfer) => void): void {
  if (sieve?.(transfer, onrest) !== true) onrest(transfer);
}

/** Files dragged over an element and dropped on it; `take` gets the drop and its target in the element. */
export class FileDrop {
  readonly #isDisabled: () => boolean;
  readonly #take: (transfer: DataTransfer, target: EventTarget | null) => void;
  #over = $state.raw<EventTarget | null>(null);

  constructor(
    isDisabled: () => boolean,
    take: (transfer: DataTransfer, target: EventTarget | null) => void,
  ) {
    this.#isDisabled = isDisabled;
    this.#take = take;
  }

  /** The target in the element under the dragged files. */
  get over(): EventTarget | null {
    return this.#over;
  }

  get isDisabled(): boolean {
    return this.#isDisabled();
  }

  /** While the element is mounted, it also handles files dropped elsewhere: a view that accepts files accepts them anywhere. */
  readonly anywhere: Attachment = () => {
    takers.push(this);
    return () => void takers.splice(takers.indexOf(this), 1);
  };

  /** The same, where nothing within the view takes them. */
  readonly atLast: Attachment = () => {
    takers.unshift(this);
    return () => void takers.splice(takers.indexOf(this), 1);
  };

  ondragover = (event: DragEvent): void => {
    if (this.#isDisabled() || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#over = event.target;
  };

  ondragleave = (event: DragEvent & { currentTarget: HTMLElement }): void => {
    const to = event.relatedTarget;
    if (!(to instanceof Node && event.currentTarget.contains(to))) this.leave();
  };

  /** The drag has left the element, or ended. */
  leave(): void {
    this.#over = null;
  }

  ondrop = (event: DragEvent): void => {
    // Drops without files are handled by the window.
    if (this.#isDisabled() || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#over = null;
    const { dataTransfer, target } = event;
    sifted(dataTransfer, (rest) => this.#take(rest, target));
  };
}

/** The handlers of drops elsewhere; the newest comes first. */
const takers: FileDrop[] = [];

/** The handler of files dropped outside any drop zone; null where there is none, and behind a dialog. */
export function takerAnywhere(): FileDrop | null {
  if (isBehindQuestion()) return null;
  return takers.findLast(({ isDisabled }) => !isDisabled) ?? null;
}

/** True while a dialog is open: nothing behind it accepts a drop. */
export const isBehindQuestion = (): boolean => document.querySelector('dialog:modal') !== null;
