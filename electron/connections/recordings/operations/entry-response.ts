import { catalogue, type OperationName } from '../../../../shared/bank/catalogue.ts';
import { ownListOf, ownPlaceOf, type AnswerReading } from './answers.ts';
import { leftOut, type Asking } from './questions.ts';
import type { Placed } from './fields.ts';
import { leavesOf } from '../exchanges/leaves.ts';

const asAssumed = 'as Nostro assumes';

/** The list's place, if it must be named. A list without pages is named even at its usual place: that marks it as complete. */
export function itemsOf(operation: OperationName, answer: AnswerReading): string | undefined {
  const isWhole = isUnpaged(operation, answer) && answer.around.missing.length > 0;
  return answer.isList && (isWhole || answer.at !== ownListOf(operation)) ? answer.at : undefined;
}

/** Whether a list has no pages. A statement must report its pages, or it cannot be proven; any other list may be complete. */
const isUnpaged = (operation: OperationName, { around }: AnswerReading): boolean =>
  catalogue[operation].group !== 'Statements' &&
  ![...around.found.keys(), ...around.doubtful.keys()].some((key) => key.includes('.'));

/** The places of an answer's fields that differ from the catalogue's; null where they are unknown. */
export function responseOf(
  operation: OperationName,
  answer: AnswerReading,
  from: string,
  asking: Asking,
): Record<string, string> | null {
  const place = `operations.${operation}.response`;
  if (answer.samples.length === 0) {
    const answered = asking.ask({
      place,
      question: 'No recording shows a record of this list. How does the bank write one?',
      choices: [asAssumed, leftOut],
    });
    return answered === asAssumed ? {} : null;
  }
  const prefix = answer.isList ? '' : answer.at;
  const response: Record<string, string> = {};
  const take = (placed: Placed, before: string, own: (key: string) => string): void => {
    for (const [key, { leaf, because }] of placed.found) {
      asking.note(`${place}.${key}`, from, because);
      const pointer = `${before}${leaf.pointer}`;
      if (pointer !== own(key)) response[key] = pointer;
    }
  };
  take(answer.fields, prefix, (key) => (answer.isList ? `/${key}` : ownPlaceOf(operation, key)));
  take(answer.around, '', (key) => ownPlaceOf(operation, key));
  const settled = [
    ...settle(operation, answer.fields, { prefix, answer, asking }),
    ...(isUnpaged(operation, answer)
      ? []
      : settle(operation, answer.around, { prefix: '', answer, asking })),
  ];
  return { ...response, ...Object.fromEntries(settled) };
}

type Settling = {
  readonly prefix: string;
  readonly answer: AnswerReading;
  readonly asking: Asking;
};

/** Asks about doubtful fields, and about required ones that were not found. */
function settle(
  operation: OperationName,
  placed: Placed,
  { prefix, answer, asking }: Settling,
): [string, string][] {
  const used = new Set([...placed.found.values()].map(({ leaf }) => leaf.pointer));
  const questions: [string, readonly string[], string][] = [
    ...[...placed.doubtful].map(([key, leaves]): [string, readonly string[], string] => [
      key,
      leaves.map(({ pointer }) => pointer),
      'Several places of the answer may be',
    ]),
    ...placed.missing.map(({ key, fits }): [string, readonly string[], string] => [
      key,
      leavesOf(answer.samples)
        .filter(({ pointer, values }) => !used.has(pointer) && values.every(fits))
        .map(({ pointer }) => pointer),
      'No place of the answer is plainly',
    ]),
  ];
  return questions.flatMap(([key, pointers, words]): [string, string][] => {
    const answered = asking.ask({
      place: `operations.${operation}.response.${key}`,
      question: `${words} the ${key}. Which one is it?`,
      choices: [...pointers, leftOut],
    });
    return answered === null || answered === leftOut ? [] : [[key, `${prefix}${answered}`]];
  });
}
