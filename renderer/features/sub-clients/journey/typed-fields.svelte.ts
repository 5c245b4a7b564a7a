import type { SubClient } from '../../../../shared/bank/onboarding.ts';
import {
  changedOf,
  changeOf,
  fieldsOf,
  heldText,
  problemsOf,
  shownText,
  type Entered,
  type FieldName,
  type FieldStep,
} from './journey-fields.ts';

type Answered = { readonly text: string; readonly problem: string };

/** The typed fields of a sub-client, laid over the bank's, and the errors that may be shown. */
export class TypedFields {
  entered = $state.raw<Entered>({});
  #answered = $state.raw<Readonly<Partial<Record<FieldName, Answered>>>>({});
  #left = $state.raw<ReadonlySet<FieldName>>(new Set());
  /** The values of the form when it was sent: later typing is not at the bank yet. */
  #sent: Entered = {};
  readonly #held: () => SubClient | null;

  constructor(held: () => SubClient | null) {
    this.#held = held;
  }

  text(name: FieldName): string {
    return shownText(this.entered, this.#held(), name);
  }

  /** True if the bank has a part of a step. */
  isHeld(step: FieldStep): boolean {
    return fieldsOf[step].some(({ name }) => heldText(this.#held(), name) !== '');
  }

  type(name: FieldName, text: string): void {
    const { [name]: _, ...others } = this.entered;
    const isHeld = text === heldText(this.#held(), name);
    this.entered = isHeld ? others : { ...others, [name]: text };
  }

  /** Marks a field as left: its error may be shown. */
  leave(name: FieldName): void {
    this.#left = new Set([...this.#left, name]);
  }

  /** The error of a field that may be shown now; of a step that was to be sent, every one. */
  problem(step: FieldStep, name: FieldName, wasTried: boolean): string | undefined {
    const answered = this.#answered[name];
    if (answered?.text === this.text(name)) return answered.problem;
    if (!this.#left.has(name) && !wasTried) return undefined;
    return problemsOf(this.entered, this.#held(), step)[name];
  }

  hasProblems = (step: FieldStep): boolean =>
    Object.keys(problemsOf(this.entered, this.#held(), step)).length > 0;

  isUnsaved = (step: FieldStep): boolean => changedOf(this.entered, this.#held(), step).length > 0;

  changeOf = (step: FieldStep) => changeOf(this.entered, this.#held(), step);

  /** Records the current values as being sent. */
  send(): void {
    this.#sent = this.entered;
  }

  /** The bank has the sent values of a step: they are no longer drafts. */
  forgetSent(step: FieldStep): void {
    const names = new Set<string>(fieldsOf[step].map(({ name }) => name));
    this.entered = Object.fromEntries(
      Object.entries(this.entered).filter(
        ([name, text]) => !names.has(name) || text !== this.#sent[name as FieldName],
      ),
    );
  }

  /** Shows the bank's errors until the field is changed. */
  refuse(fields: Readonly<Record<string, string>>): void {
    this.#answered = Object.fromEntries(
      Object.entries(fields).map(([path, problem]) => {
        const name = path.split('.').at(-1) ?? path;
        return [name, { text: this.text(name as FieldName), problem }];
      }),
    );
  }

  forget(): void {
    this.entered = {};
    this.#left = new Set();
    this.#answered = {};
  }
}
