import {
  moreProblems,
  type RequiredField,
  type More,
} from '../../../../shared/bank/required-fields.ts';
import type { OperationParts } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isRecord } from '../json/pointer.ts';

/** The parts of a request. `more` holds the bank file's extra fields by name, apart from the body. */
export type SplitParts = Omit<OperationParts, 'file'> & {
  readonly more: Readonly<Record<string, unknown>>;
};

type Problems = Record<string, string>;

/** Splits `more` from a body, as it is never sent as a record. Fields that are missing, or not in the bank file, are problems. */
export function splitParts(
  sent: OperationParts,
  fields: readonly RequiredField[] = [],
): { readonly parts: SplitParts; readonly problems: Problems } {
  if (!isRecord(sent.body)) return { parts: { ...sent, more: {} }, problems: {} };
  const { more: given, ...own } = sent.body;
  const more = (given ?? {}) as More;
  const written = fields.flatMap(({ name, kind }) => {
    const text = Object.hasOwn(more, name) ? more[name] : undefined;
    return text === undefined
      ? []
      : [[name, kind === 'number' ? new JsonNumber(text) : text] as const];
  });
  const parts = { ...sent, body: own, more: Object.fromEntries(written) };
  return { parts, problems: named(moreProblems(fields, more)) };
}

/** Builds a body without a template: extra fields are added under their own names and replace none of the catalogue's. */
export function wholeBody({ body, more }: SplitParts): unknown {
  if (!isRecord(body)) return body;
  const extra = Object.entries(more).filter(([name]) => !Object.hasOwn(body, name));
  return { ...body, ...Object.fromEntries(extra) };
}

const named = (problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).map(([place, why]) => [`body.${place}`, why]));
