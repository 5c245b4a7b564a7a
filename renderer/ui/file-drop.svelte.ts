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

  ondragover = (event: DragEvent): void => {
    if (this.#isDisabled() || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#over = event.target;
  };

  ondragleave = (event: DragEvent & { currentTarget: HTMLElement }): void => {
    const to = event.relatedTarget;
    if (!(to instanceof Node && event.currentTarget.contains(to))) this.#over = null;
  };

  ondrop = (event: DragEvent): void => {
    // What is no file is shown as such by the window, wherever it is dropped.
    if (this.#isDisabled() || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#over = null;
    this.#take(event.dataTransfer, event.target);
  };
}
