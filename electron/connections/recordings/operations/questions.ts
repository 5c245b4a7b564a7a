import type { BankFileEvidence, BankFileQuestion } from '../../../../shared/ipc/desk/settings.ts';

/** Answers that a person gave, by the place they were asked for. */
export type Answers = ReadonlyMap<string, string>;

/** The choice that leaves a place out of the file. */
export const leftOut = 'leave out';

/** Gathers evidence and questions while a file is proposed. What was answered is asked no more. */
export class Asking {
  readonly evidence: BankFileEvidence[] = [];
  readonly questions: BankFileQuestion[] = [];
  /** Answers for which nothing was asked, or that were none of the choices, by their place. */
  readonly wrong = new Map<string, string>();
  readonly #answers: Answers;
  readonly #places = new Set<string>();

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** The first witness of a place is kept. */
  note(place: string, from: string, because: string): void {
    if (!this.evidence.some((known) => known.place === place))
      this.evidence.push({ place, from, because });
  }

  /** The choice that was answered; null while the question is open. */
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

  /** A text that a person may give without being asked; null where none was given. */
  given(place: string): string | null {
    this.#places.add(place);
    return this.#answers.get(place) ?? null;
  }

  /** To be called at the end: answers to what was never asked. */
  finish(): void {
    for (const place of this.#answers.keys())
      if (!this.#places.has(place)) this.wrong.set(place, 'is asked nothing about');
  }
}
