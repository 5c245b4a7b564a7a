import type { Attachment } from 'svelte/attachments';

/** Takes out of what was dropped what belongs elsewhere, and hands the rest on; false where it takes nothing. */
export type Sieve = (transfer: DataTransfer, onrest: (rest: DataTransfer) => void) => boolean;

let sieve: Sieve | null = null;

/** Everything that is dropped goes through it first, until what is answered is called. */
export function sieveDrops(through: Sieve): () => void {
  sieve = through;
  return () => {
    if (sieve === through) sieve = null;
  };
}

/** What is left of a drop, handed on at once or a little later. */
export function sifted(transfer: DataTransfer, onrest: (rest: DataTransfer) => void): void {
  if (sieve?.(transfer, onrest) !== true) onrest(transfer);
}

/** Files dragged over an element and dropped on it; `take` is handed what was dropped, and on what in it. */
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

  /** On what in the element the files would be dropped now. */
  get over(): EventTarget | null {
    return this.#over;
  }

  get isDisabled(): boolean {
    return this.#isDisabled();
  }

  /** While the element is there, files that are dropped beside it are taken as well: a view that takes files takes them anywhere. */
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

  /** What was dragged is elsewhere, or nowhere. */
  leave(): void {
    this.#over = null;
  }

  ondrop = (event: DragEvent): void => {
    // What is no file is shown as such by the window, wherever it is dropped.
    if (this.#isDisabled() || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#over = null;
    const { dataTransfer, target } = event;
    sifted(dataTransfer, (rest) => this.#take(rest, target));
  };
}

/** Those that take what is dropped beside them; the one that came last goes first. */
const takers: FileDrop[] = [];

/** The handler of files dropped outside any drop zone; null where there is none, and behind a dialog. */
export function takerAnywhere(): FileDrop | null {
  if (isBehindQuestion()) return null;
  return takers.findLast(({ isDisabled }) => !isDisabled) ?? null;
}

/** A dialog stands over all: nothing behind it takes anything. */
export const isBehindQuestion = (): boolean => document.querySelector('dialog:modal') !== null;
