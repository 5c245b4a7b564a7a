import { z } from 'zod';

import { nearest } from './nearest.ts';
import { pointerProblem } from '../json/pointer.ts';
import { templateProblem, type Template } from './template.ts';

/** A strict object whose error for an unknown field names the nearest known one. */
export const strict = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownFields((issue as { keys?: string[] }).keys ?? [], Object.keys(shape))
        : undefined,
  });

function unknownFields(keys: readonly string[], known: readonly string[]): string {
  const [key = ''] = keys;
  const close = nearest(key, known);
  const fix = close ? `write “${close}”, or remove it` : `remove it; known are ${known.join(', ')}`;
  return `“${key}” is not a field here: ${fix}`;
}

/** A text schema. `problemOf` returns the reason for refusing a text, with the fix. */
export const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

export const Pointer = checked(pointerProblem);
/** Why a text cannot be the name of a header that a file may choose; undefined where it can. */
export const headerNameProblem = (text: string): string | undefined =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(text) && !reservedHeaders.has(text.toLowerCase())
    ? undefined
    : 'must be the name of a header, such as authorization';
export const HeaderName = checked(headerNameProblem);
const reservedHeaders = new Set(
  'host content-length content-type content-encoding transfer-encoding connection accept accept-encoding x-correlation-id expect upgrade te cookie keep-alive proxy-connection trailer via proxy-authorization set-cookie'.split(
    ' ',
  ),
);
export const TemplateText = checked(templateProblem);
/** Any JSON whose texts may contain names in braces. */
export const TemplateValue: z.ZodType<Template> = z.lazy(() =>
  z.union(
    [
      TemplateText,
      z.number(),
      z.boolean(),
      z.null(),
      z.array(TemplateValue),
      z.record(z.string(), TemplateValue),
    ],
    { error: (issue) => templateTreeProblem(issue.input) },
  ),
);

/** Finds the first problem of a text in the tree, since a union reports only that nothing fits. */
function templateTreeProblem(input: unknown): string {
  if (typeof input === 'string') return templateProblem(input) ?? 'cannot be filled';
  if (typeof input !== 'object' || input === null) return 'must be JSON';
  for (const part of Object.values(input)) {
    const problem = templateTreeProblem(part);
    if (problem !== 'must be JSON') return problem;
  }
  return 'must be JSON';
}
