import type { OperationName } from '../../shared/bank/catalogue.ts';

export type KeyBinding = {
  /** As `KeyboardEvent.key` says it; letters in lower case. */
  readonly key: string;
  /** What it does, for the list of keys. */
  readonly label: string;
  /** Where the bank leaves one of these closed, the key leads to the note that says so instead. */
  readonly needs?: readonly OperationName[];
  readonly run: () => void;
};
export type KeyGroup = { readonly title: string; readonly bindings: readonly KeyBinding[] };

/** Single keys, heard only while nobody types and no dialog is open. The group bound last comes first. */
export class Keys {
  #groups = $state.raw<readonly KeyGroup[]>([]);
  #isExpecting = false;
  #waiting: string | null = null;
  readonly #whereClosed: (needs: readonly OperationName[]) => (() => void) | null;

  /** `whereClosed` answers what is done instead where the bank leaves an operation closed. */
  constructor(whereClosed: (needs: readonly OperationName[]) => (() => void) | null = () => null) {
    this.#whereClosed = whereClosed;
  }

  get groups(): readonly KeyGroup[] {
    return this.#groups;
  }

  /** Binds keys under a title. Returns the function that lets them go. */
  bind(title: string, bindings: readonly KeyBinding[]): () => void {
    const group: KeyGroup = { title, bindings };
    this.#groups = [group, ...this.#groups];
    return () => {
      this.#groups = this.#groups.filter((other) => other !== group);
    };
  }

  /** A view is on its way: the first key that nobody knows yet waits for it. What is typed after it would be text. */
  expectView(): void {
    this.#isExpecting = true;
    this.#waiting = null;
  }

  /** The view is there, and its keys are bound. */
  viewIsThere(): void {
    this.#isExpecting = false;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) this.#run(this.#find(waiting));
  }

  onkeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || (event.repeat && isOneShot(event.key))) return;
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const binding = this.#find(pressed);
    if (!binding && this.#isExpecting) this.#waiting ??= pressed;
    if (!binding) return;
    event.preventDefault();
    this.#run(binding);
  };

  #run(binding: KeyBinding | undefined): void {
    if (binding) (this.#whereClosed(binding.needs ?? []) ?? binding.run)();
  }

  #find(pressed: string): KeyBinding | undefined {
    return this.#groups.flatMap(({ bindings }) => bindings).find(({ key }) => key === pressed);
  }
}

/** A held key repeats only where it moves. */
const isOneShot = (key: string): boolean => !['j', 'k', 'J', 'K'].includes(key);

function isTaken({ target, key }: KeyboardEvent): boolean {
  // A field that was just closed with its dialog has the focus a moment longer.
  if (!(target instanceof HTMLElement) || !target.checkVisibility()) return false;
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary') !== null;
}
