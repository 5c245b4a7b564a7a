import { catalogue, type OperationName } from '../../../../shared/bank/catalogue.ts';
import {
  answerFieldsOf,
  listOf,
  recordPlaceOf,
  type AnswerField,
} from '../../../engines/bank/file/output-shape.ts';
import { isRecord, readPointer, type JsonPointer } from '../../../engines/bank/json/pointer.ts';
import { placeFields, type Placed, type Wanted } from './fields.ts';
import type { Group } from '../exchanges/groups.ts';
import { roleOf, type Witness } from '../exchanges/known-operations.ts';
import { leavesOf, listsIn, pointerOf, recordsIn, type Leaf } from '../exchanges/leaves.ts';

/** An answer read as an operation's: the place of its list or record, and of each field. */
export type AnswerReading = {
  /** The list of rows, or the one record. */
  readonly at: JsonPointer;
  readonly isList: boolean;
  /** The rows of the list, or the records, up to a maximum. */
  readonly samples: readonly Record<string, unknown>[];
  /** The fields of the rows, or of the record. */
  readonly fields: Placed;
  /** The fields around a list. */
  readonly around: Placed;
  /** How much of the response is understood, and how many required fields are found; from 0 to 12. */
  readonly score: number;
};

const nothingPlaced: Placed = { found: new Map(), doubtful: new Map(), missing: [] };

/** Reads the answers of a group as those of an operation; null where they do not have its shape. */
export function readAnswers(
  operation: OperationName,
  { answered }: Group,
  known: Witness,
  samplesMax: number,
): AnswerReading | null {
  const { output } = catalogue[operation];
  const answers = answered.map(({ answer }) => answer);
  const isList = listOf(output) !== null;
  const pointers = new Set(
    answers.flatMap((answer) =>
      (isList ? listsIn(answer) : recordsIn(answer)).map(({ pointer }) => pointer),
    ),
  );
  const readings = [...pointers].map((at): AnswerReading => {
    const samples = answers
      .flatMap((answer) => readPointer(answer, at) ?? [])
      .filter(isRecord)
      .slice(0, samplesMax);
    const wanted = wantedOf(operation, isList ? 'row' : 'answer');
    const leaves = leavesOf(samples);
    const fields = placeFields(wanted, leaves, known);
    const around = isList ? readAround(operation, answers, at, known) : nothingPlaced;
    return { at, isList, samples, fields, around, score: scoreOf(fields, leaves, wanted) };
  });
  return readings.toSorted((a, b) => b.score - a.score || a.at.length - b.at.length)[0] ?? null;
}

/** The fields of an operation's rows or record, or those around its list. */
export function wantedOf(operation: OperationName, of: AnswerField['of']): Wanted[] {
  return answerFieldsOf(catalogue[operation].output)
    .filter((field) => field.of === of)
    .map(({ key, schema }) => ({
      key,
      fits: (value) => schema.safeParse(value).success,
      isRequired: !schema.safeParse(undefined).success,
      role: roleOf(operation, key),
    }));
}

function readAround(
  operation: OperationName,
  answers: readonly unknown[],
  list: JsonPointer,
  known: Witness,
): Placed {
  return placeFields(wantedOf(operation, 'answer'), leavesAround(answers, list), known);
}

/** All places in the answers outside the list. */
export const leavesAround = (answers: readonly unknown[], list: JsonPointer): Leaf[] =>
  leavesOf(answers).filter(
    ({ pointer, values }) => pointer !== list && !values.some((value) => isRecord(value)),
  );

/** The score of a reading. A list that is empty in every recording is neutral. */
function scoreOf(placed: Placed, leaves: readonly Leaf[], wanted: readonly Wanted[]): number {
  const places = leaves.filter(({ values }) => !values.some(isRecord)).length;
  if (places === 0) return 3;
  const sum = [...placed.found.values()].reduce((all, { score }) => all + Math.min(score, 10), 0);
  const needed = wanted.filter(({ isRequired }) => isRequired).length;
  const found = needed === 0 ? 0 : 4 * (1 - placed.missing.length / needed);
  return Math.min(8, (8 * sum) / (10 * places)) + found;
}

/** The place of a field of the answer in the catalogue. */
export const ownPlaceOf = (operation: OperationName, key: string): JsonPointer =>
  pointerOf(
    answerFieldsOf(catalogue[operation].output).find((field) => field.key === key)?.place ?? [],
  );

/** The place of the list or the record in the catalogue. */
export function ownListOf(operation: OperationName): JsonPointer {
  const { output } = catalogue[operation];
  return pointerOf(listOf(output)?.place ?? recordPlaceOf(output));
}
