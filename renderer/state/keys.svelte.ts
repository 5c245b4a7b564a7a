import type { OperationName } from '../../shared/bank/catalogue.ts';
import type { OwnKeys } from '../../shared/ipc/desk/appearance.ts';

export type KeyBinding = {
  /**
   * As in `KeyboardEvent.key`; letters in lower case, with the prefix `Alt+` if that is held. `Control+z` and `Control+a` act like single
   * keys: a field has its own undo and its own select-all. Any other `Control+` key is handled by its own listener, in fields and dialogs
   * too, and is only here for the list of keys.
   */
  readonly key: string;
  /** The effect, for the list of keys. */
  readonly label: string;
  /** If the bank leaves one of these closed, the key focuses the note about that instead. */
  readonly needs?: readonly OperationName[];
  /** Enter on a control that was last clicked with the pointer runs this binding, not the control again. */
  readonly afterClick?: boolean;
  readonly run: () => void;
};
/** A binding with the key that is active now; `key` is the default one. */
export type ActiveKey = KeyBinding & {
  /** The storage name of the act, when a person chooses another key. */
  readonly act: string;
  /** The key after the person's choices. */
  readonly activeKey: string;
};
export type ActiveKeyGroup = { readonly title: string; readonly bindings: readonly ActiveKey[] };
type KeyGroup = { readonly title: string; readonly bindings: readonly KeyBinding[] };

/** Single keys, active outside text fields and dialogs. The group bound last comes first. */
export class Keys {
  /** Whether the list of keys is open. */
  listIsShown = $state(false);
  /** Whether the help is open. */
  helpIsShown = $state(false);
  #groups = $state.raw<readonly KeyGroup[]>([]);
  /** The last clicked control; null once Tab moved the focus. */
  #clicked: Element | null = null;
  #isExpecting = false;
  #waiting: readonly string[] | null = null;
  readonly #whereClosed: (needs: readonly OperationName[]) => (() => void) | null;
  readonly #hasSingleKeys: () => boolean;
  readonly #own: () => OwnKeys;

  /**
   * `whereClosed` returns the replacement action if the bank leaves an operation closed, `hasSingleKeys` whether single typing keys are
   * active, `own` the keys that a person chose instead of the default ones.
   */
  constructor(
    whereClosed: (needs: readonly OperationName[]) => (() => void) | null = () => null,
    hasSingleKeys: () => boolean = () => true,
    own: () => OwnKeys = () => ({}),
  ) {
    this.#whereClosed = whereClosed;
    this.#hasSingleKeys = hasSingleKeys;
    this.#own = own;
  }

  get hasSingleKeys(): boolean {
    return this.#hasSingleKeys();
  }

  /** The bindings that are active now. */
  get groups(): readonly ActiveKeyGroup[] {
    return this.#groups
      .map(({ title, bindings }) => ({
        title,
        bindings: bindings
          .filter(({ key }) => this.hasSingleKeys || !isSingle(key))
          .map((binding) => this.#resolve(title, binding)),
      }))
      .filter(({ bindings }) => bindings.length > 0);
  }

  /** The keys that a person chose, by act. */
  get own(): OwnKeys {
    return this.#own();
  }

  /** The active key of a bound act, by its default key: the text of a keycap. */
  shown(key: string): string {
    if (Object.keys(this.own).length === 0) return key;
    for (const { title, bindings } of this.#groups) {
      const binding = bindings.find((one) => one.key === key);
      if (binding) return this.#resolve(title, binding).activeKey;
    }
    return key;
  }

  /** Binds keys under a title. Returns the function that lets them go. */
  bind(title: string, bindings: readonly KeyBinding[]): () => void {
    const group: KeyGroup = { title, bindings };
    this.#groups = [group, ...this.#groups];
    return () => {
      this.#groups = this.#groups.filter((other) => other !== group);
    };
  }

  /** A view is loading: the first unknown key is queued for it. Later ones are dropped, since they could be text. */
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

  onpointerdown = ({ target }: PointerEvent): void => {
    this.#clicked = controlAt(target);
  };

  onkeydown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') this.#clicked = null;
    const isHeld = event.ctrlKey || event.metaKey;
    const isBare = !event.shiftKey && !event.altKey;
    const held = isHeld && isBare ? ['z', 'a'].find((key) => isMeant(event, key)) : undefined;
    if (event.defaultPrevented || (isHeld && !held) || this.#isUsed(event)) return;
    // Wherever the focus is: nothing behind a dialog gets a key.
    if (document.querySelector('dialog:modal')) return;
    if (!this.hasSingleKeys && !isHeld && !event.altKey && isSingle(event.key)) return;
    const pressed = held ? [`Control+${held}`] : pressedKeys(event);
    const binding = this.#find(pressed);
    if (!binding && this.#isExpecting) this.#waiting ??= pressed;
    if (!binding || (event.repeat && isOneShot(binding.key))) return;
    event.preventDefault();
    this.#run(binding);
  };

  /** Whether the focused control uses the key itself. */
  #isUsed(event: KeyboardEvent): boolean {
    if (!isUsedByField(event)) return false;
    const isClicked = this.#clicked !== null && controlAt(event.target) === this.#clicked;
    const isFree = event.key === 'Enter' && this.#clicked?.closest('dialog') === null;
    return !isClicked || !isFree || this.#find(['Enter'])?.afterClick !== true;
  }

  #run(binding: KeyBinding | undefined): void {
    if (binding) (this.#whereClosed(binding.needs ?? []) ?? binding.run)();
  }

  #resolve(title: string, binding: KeyBinding): ActiveKey {
    const act = `${title} ${binding.key}`;
    return { ...binding, act, activeKey: this.own[act] ?? binding.key };
  }

  /** The binding of the first meaning that has one. */
  #find(pressed: readonly string[]): KeyBinding | undefined {
    const bindings = this.#groups.flatMap(({ title, bindings: all }) =>
      all.map((binding) => this.#resolve(title, binding)),
    );
    return pressed
      .map((meant) => bindings.find(({ activeKey }) => activeKey === meant))
      .find((binding) => binding !== undefined);
  }
}

/** Whether the event is this key, by its letter or by its place on another layout, with any modifiers. */
export const isMeant = (event: KeyboardEvent, key: string): boolean =>
  pressedKeys(event).includes(key);

/** It types something; arrows, Enter and Escape do not. */
export const isSingle = (key: string): boolean => key.length === 1 || key === 'Dead';

/**
 * The possible meanings of a key, the likeliest first: the printed character, then the one at its place on the keyboard for which the keys
 * were chosen. A Latin letter, a digit and a sign typed with Shift mean only themselves. Digits that need Shift, as in France, also work
 * without it.
 */
function pressedKeys({ key, code, altKey, shiftKey }: KeyboardEvent): readonly string[] {
  if (altKey) return [`Alt+${key}`];
  if (!isSingle(key)) return [key];
  const printed = key.toLowerCase();
  const placed = placedKey(code);
  const isLetter = code.startsWith('Key');
  if (placed === null || /^[a-z0-9]$/.test(printed) || (shiftKey && !isLetter)) return [printed];
  return code.startsWith('Digit') ? [placed] : [printed, placed];
}

/** The character at the place of a key; null if the desk does not use it. */
function placedKey(code: string): string | null {
  const [, letterOrDigit] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  return letterOrDigit?.toLowerCase() ?? signsByPlace[code] ?? null;
}

const signsByPlace: Readonly<Record<string, string>> = {
  Comma: ',',
  Equal: '=',
  Minus: '-',
  Period: '.',
  Slash: '/',
};

const controlAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('button, a, summary') : null;

/** A held key repeats only where it moves. */
const isOneShot = (key: string): boolean => !['j', 'k', 'ArrowDown', 'ArrowUp'].includes(key);

function isUsedByField({ target, key }: KeyboardEvent): boolean {
  // A field does not use it.
  if (key === 'F1') return false;
  // A field that was just closed with its dialog has the focus a moment longer.
  if (!(target instanceof HTMLElement) || !target.checkVisibility()) return false;
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary') !== null;
}
