import type { z } from 'zod';

import type { AppError, Outcome } from '../../../shared/errors.ts';

type Options<S extends z.ZodType, D extends object> = {
  readonly schema: S;
  /** The initial values of the controls, such as empty text for optional fields. */
  readonly draft: D;
  /** The input of the schema; by default the draft itself. */
  readonly read?: (draft: D) => unknown;
};

type Send<S extends z.ZodType, T> = (value: z.output<S>) => Promise<Outcome<T>>;

/**
 * A form over an operation's own schema. Errors are shown after a field loses the focus or the form is submitted; an error from the main
 * process or the bank stays until its field changes.
 */
export class Form<S extends z.ZodType, D extends object> {
  draft: D;
  readonly #options: Options<S, D>;
  #touched = $state.raw<ReadonlySet<string>>(new Set());
  #wasSubmitted = $state(false);
  busy = $state(false);
  /** The failure of the last submission that names no field of its own. */
  error = $state.raw<AppError | null>(null);
  #answered = $state.raw<{ fields: Readonly<Record<string, string>>; draft: D } | null>(null);

  #parsed = $derived.by(() => this.#parse());
  #problems = $derived.by(() => this.#shownProblems());

  constructor(options: Options<S, D>) {
    this.#options = options;
    this.draft = $state(structuredClone(options.draft));
  }

  /** Path, joined by dots, to its error; only errors that may be shown now. */
  get problems(): Readonly<Record<string, string | undefined>> {
    return this.#problems;
  }

  get isValid(): boolean {
    return this.#parsed.success;
  }

  /** Marks a field as left: its error may be shown. */
  touch(path: string): void {
    this.#touched = new Set([...this.#touched, path]);
  }

  /** Sends the parsed draft; two clicks are one submission. Null while one is running or the draft has errors. */
  async submit<T>(send: Send<S, T>): Promise<Outcome<T> | null> {
    this.#wasSubmitted = true;
    const parsed = this.#parsed;
    if (this.busy || !parsed.success) return null;
    this.busy = true;
    this.error = null;
    const outcome = await send(parsed.data);
    this.busy = false;
    if (!outcome.ok) this.#keep(outcome.error);
    return outcome;
  }

  #parse(): z.ZodSafeParseResult<z.output<S>> {
    const draft = this.#plainDraft();
    return this.#options.schema.safeParse(this.#options.read?.(draft) ?? draft);
  }

  #plainDraft(): D {
    const plain: unknown = $state.snapshot(this.draft);
    return plain as D;
  }

  #keep(error: AppError): void {
    this.error = error;
    if (error.fields) this.#answered = { fields: error.fields, draft: this.#plainDraft() };
  }

  #shownProblems(): Record<string, string | undefined> {
    const shown: Record<string, string> = {};
    for (const { path, message } of this.#parsed.error?.issues ?? []) {
      const name = path.join('.');
      if (this.#wasSubmitted || this.#touched.has(name)) shown[name] ??= message;
    }
    for (const [name, problem] of Object.entries(this.#answered?.fields ?? {}))
      if (valueAt(this.draft, name) === valueAt(this.#answered?.draft, name))
        shown[name] ??= problem;
    return shown;
  }
}

function valueAt(value: object | undefined, path: string): unknown {
  // A name may contain a dot.
  if (value && Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null
          ? (inner as Record<string, unknown>)[name]
          : undefined,
      value,
    );
}
