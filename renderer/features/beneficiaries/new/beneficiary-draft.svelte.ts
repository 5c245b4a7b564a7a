import { z } from 'zod';

import { NewBeneficiary } from '../../../../shared/bank/beneficiaries.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type { BeneficiaryCheck } from '../../../../shared/ipc/changes/beneficiaries.ts';
import type { SubmissionView } from '../../../../shared/ipc/submissions.ts';
import { flatPayee, payeeBody } from '../../../../shared/beneficiaries/flat.ts';
import { tidyPayee } from '../../../../shared/beneficiaries/tidy.ts';
import { newReference } from '../../../../shared/reference.ts';
import { err } from '../../../../shared/result.ts';
import { changeRequests } from '../../../state/forms/change-requests.svelte.ts';
import { request } from '../../../state/desk.ts';
import { refusalIn } from '../../../state/forms/refusals.ts';
import { namedFields } from '../details/contents.ts';
import { filledBy } from '../details/filled-fields.ts';

type Texts = Readonly<Record<string, string>>;

/** Milliseconds before a check: long enough to tab through several fields. */
const restMs = 150;

const requiredAtFirst = ['name', 'country', 'currencyIso3Code', 'accountNumber', 'bankBicOrCode'];

const WrittenTexts = z.record(z.string(), z.string());
const WrittenDraft = z.object({
  pasted: z.string(),
  unread: z.array(z.string()),
  texts: WrittenTexts,
  filled: WrittenTexts,
  reference: z.string(),
});

/** A new beneficiary: pasted or typed, checked while typing, reviewed, sent once. */
export class BeneficiaryDraft {
  pasted = $state('');
  /** The parts of the pasted block that were not understood. */
  unread = $state.raw<readonly string[]>([]);
  #texts = $state.raw<Texts>({});
  /** The texts that the desk filled into empty fields; it may remove them again. */
  #filled = $state.raw<Texts>({});
  #left = $state.raw<ReadonlySet<string>>(new Set());
  #wasReviewed = $state(false);
  step = $state<'typing' | 'review'>('typing');
  #check = $state.raw<{ readonly answer: BeneficiaryCheck; readonly of: Texts } | null>(null);
  #answered = $state.raw<{ readonly fields: Texts; readonly of: Texts } | null>(null);
  #checking = $state(0);
  #sending = $state(false);
  error = $state.raw<AppError | null>(null);
  /** The idempotency key: created with the draft, replaced only after the bank has clearly rejected the request. */
  #reference = newReference();
  #question = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  readonly required: readonly string[] = $derived.by(() => this.check?.required ?? requiredAtFirst);
  readonly problems: Texts = $derived.by(() => this.#problems());

  get check(): BeneficiaryCheck | null {
    return this.#check?.answer ?? null;
  }

  get isChecking(): boolean {
    return this.#checking > 0;
  }

  get busy(): boolean {
    return this.#sending;
  }

  /** True if something was entered. */
  get isDraft(): boolean {
    return this.pasted !== '' || Object.values(this.#texts).some((text) => text !== '');
  }

  /** The draft as it is stored; the results of the checks are requested again. */
  get written(): z.input<typeof WrittenDraft> {
    const { pasted, unread } = this;
    return {
      pasted,
      unread: [...unread],
      texts: this.#texts,
      filled: this.#filled,
      reference: this.#reference,
    };
  }

  /** Restores a stored draft; text that can no longer be read is ignored. */
  takeUp(written: unknown): this {
    const { data } = WrittenDraft.safeParse(written);
    if (!data) return this;
    this.pasted = data.pasted;
    this.unread = data.unread;
    this.#texts = data.texts;
    this.#filled = data.filled;
    this.#left = new Set(Object.keys(data.texts));
    this.#reference = data.reference;
    void this.checkNow();
    return this;
  }

  valueOf = (path: string): string => this.#texts[path] ?? '';

  wasFilled = (path: string): boolean => {
    const filled = this.#filled[path];
    return filled !== undefined && filled === this.#texts[path];
  };

  /** The label of a field for this country and currency. */
  labelOf = (path: string): string =>
    this.check?.labels[path] ?? namedFields.find((field) => field.path === path)?.label ?? path;

  /** The hint for a field, as long as its text is the one that was checked. */
  hintOf = (path: string): string | null =>
    this.#isAsChecked(path) ? (this.check?.hints[path] ?? null) : null;

  /** The contents to be sent and reviewed: normalized, without empty fields. */
  get contents(): Texts {
    return tidyPayee(this.#texts);
  }

  type = (path: string, text: string): void => {
    this.#texts = { ...this.#texts, [path]: text };
  };

  /** Marks a field as left: its error may be shown. */
  leave = (path: string): void => {
    this.#left = new Set([...this.#left, path]);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.checkNow(), restMs);
  };

  /** Splits a block of bank details into the fields; fields in the block are replaced, the others stay. */
  async paste(text: string): Promise<void> {
    this.pasted = text;
    if (text.trim() === '') {
      this.unread = [];
      return;
    }
    const outcome = await request('beneficiaries.readPasted', { text });
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return;
    const read = flatPayee(outcome.value.fields);
    this.unread = outcome.value.unread;
    this.#texts = { ...this.#texts, ...read };
    this.#left = new Set([...this.#left, ...Object.keys(read)]);
    await this.checkNow();
  }

  /** Validates the draft in the main process. Of several pending requests only the newest answer counts. */
  checkNow = async (): Promise<void> => {
    clearTimeout(this.#rest);
    const question = ++this.#question;
    this.#checking += 1;
    const outcome = await request('beneficiaries.check', { payee: this.#own() });
    this.#checking -= 1;
    if (question !== this.#question) return;
    if (outcome.ok) this.#applyCheck(outcome.value);
    else this.error = outcome.error;
  };

  /** Goes to the review, if nothing is wrong. */
  async review(): Promise<void> {
    if (this.#sending) return;
    this.#wasReviewed = true;
    this.error = null;
    await this.checkNow();
    const { check } = this;
    if (check && Object.keys(check.problems).length === 0 && this.#isAllAsChecked())
      this.step = 'review';
  }

  backToTyping = (): void => {
    this.step = 'typing';
  };

  /** The first field with a problem, in the order of the form. */
  firstProblem(): string | undefined {
    const wrong = Object.keys(this.check?.problems ?? {});
    return this.required.find((path) => wrong.includes(path)) ?? wrong[0];
  }

  /**
   * Sends the reviewed beneficiary. If the bank accepted it, or may have, its submission is returned; otherwise a failure that the form
   * shows. Null while a send is already running.
   */
  async send(): Promise<Outcome<SubmissionView> | null> {
    const body = NewBeneficiary.safeParse(payeeBody(this.contents));
    if (this.#sending || !body.success) return null;
    this.#sending = true;
    const reference = this.#reference;
    const outcome = await changeRequests.send('beneficiaries.create', {
      reference,
      payee: body.data,
    });
    this.#sending = false;
    const refusal = outcome.ok ? refusalIn(outcome.value) : outcome.error;
    if (!refusal) return outcome;
    this.#refuse(refusal);
    return err(refusal);
  }

  #refuse(error: AppError): void {
    this.step = 'typing';
    this.error = error;
    this.#reference = newReference();
    this.#answered = error.fields ? { fields: error.fields, of: this.#texts } : null;
  }

  /** The fields without the desk's own fills, so that it may fill in something else. */
  #own(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#texts).filter(([path, text]) => text !== '' && !this.wasFilled(path)),
    );
  }

  #applyCheck(answer: BeneficiaryCheck): void {
    const { texts, filled } = filledBy(answer, this.#texts, this.#filled);
    this.#texts = texts;
    this.#filled = filled;
    this.#check = { answer, of: texts };
  }

  #isAsChecked(path: string): boolean {
    return (this.#check?.of[path] ?? '') === (this.#texts[path] ?? '');
  }

  #isAllAsChecked(): boolean {
    return Object.keys(this.#texts).every((path) => this.#isAsChecked(path));
  }

  #problems(): Record<string, string> {
    const shown: Record<string, string> = {};
    for (const [path, problem] of Object.entries(this.#answered?.fields ?? {}))
      if ((this.#answered?.of[path] ?? '') === this.valueOf(path)) shown[path] = problem;
    for (const [path, problem] of Object.entries(this.check?.problems ?? {}))
      if ((this.#wasReviewed || this.#left.has(path)) && this.#isAsChecked(path))
        shown[path] = problem;
    return shown;
  }
}
