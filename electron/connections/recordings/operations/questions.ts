import type { BankFileEvidence, BankFileQuestion } from '../../../../shared/ipc/desk/settings.ts';

/** A person's answers, by the place of the question. */
export type Answers = ReadonlyMap<string, string>;

/** The choice to leave a place out of the file. */
export const leftOut = 'leave out';

/** Collects evidence and questions while a file is proposed. An answered question is not asked again. */
export class Asking {
  readonly evidence: BankFileEvidence[] = [];
  readonly questions: BankFileQuestion[] = [];
  /** Answers to no question, or outside its choices, by their place. */
  readonly wrong = new Map<string, string>();
  readonly #answers: Answers;
  readonly #places = new Set<string>();

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** Records evidence for a place; only the first counts. */
  note(place: string, from: string, because: string): void {
    if (!this.evidence.some((known) => known.place === place))
      this.evidence.push({ place, from, because });
  }

  /** Asks a question. Returns the chosen answer; null while it is open. */
  ask(question: BankFileQuestion): string | null {
    const { place, choices } = question;
    this.#places.add(place);
    const answer = this.#answers.get(place);
    if (answer !== undefined && choices.includes(answer)) {
      this.note(place, 'the answer', `“${answer}” was answered to: ${question.question}`);
      return answer;
    }
    if (answer !== undefined) this.wrong.set(place, `is none of ${choices.join(', ')}`);
    this.questions.push(question);
    return null;
  }

  /** A text that a person may give without a question; null where none was given. */
  given(place: string): string | null {
    this.#places.add(place);
    return this.#answers.get(place) ?? null;
  }

  /** Records answers to questions that were never asked. Call it at the end. */
  finish(): void {
    for (const place of this.#answers.keys())
      if (!this.#places.has(place)) this.wrong.set(place, 'is asked nothing about');
  }
}
