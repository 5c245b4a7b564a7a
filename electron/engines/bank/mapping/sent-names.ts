import type { OperationParts } from '../../../../shared/bank/operation.ts';
import type { OperationOverride } from '../file/bank-file-schema.ts';
import { isRecord } from '../json/pointer.ts';
import { templateNames, type Template } from '../file/template.ts';

/** The fields of a body that was sent: from a name that the bank may use, as {@link plainFieldName} writes it, to the desk's name. */
export type SentNames = ReadonlyMap<string, string>;

export const noNames: SentNames = new Map();

/** A field name without case and separators, so that `post_code` equals `postCode`. */
export const plainFieldName = (name: string): string =>
  name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Collects the desk's own names and those in the bank file's request template. */
export function sentNames(
  { body }: OperationParts,
  override: OperationOverride | undefined,
): SentNames {
  const own = Object.keys(isRecord(body) ? body : {});
  const theirs = wireNames(override?.request ?? {}).filter(([, name]) => own.includes(name));
  return new Map(
    [...theirs, ...own.map((name) => [name, name] as const)].map(([theirName, name]) => [
      plainFieldName(theirName),
      name,
    ]),
  );
}

/** Reads pairs of names from a template: `{ payee: { zip: '{postCode}' } }` gives zip and postCode. */
function wireNames(template: Template): (readonly [wire: string, name: string])[] {
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries<Template>(template).flatMap(([wire, part]) => {
    if (typeof part !== 'string') return wireNames(part);
    const [name, another] = templateNames(part).map((found) => found.split('.')[0] ?? found);
    return name === undefined || another !== undefined ? [] : [[wire, name] as const];
  });
}

/**
 * Returns the fields of a change that would be dropped silently, as the bank file's request has no place for them.
 */
export function unplaced(
  { body }: OperationParts,
  { request, query, path }: OperationOverride,
): string[] {
  if (request === undefined || !isRecord(body)) return [];
  const placed = new Set(
    [request, query ?? {}, path ?? ''].flatMap(templateNames).map((name) => name.split('.')[0]),
  );
  return Object.keys(body).filter((name) => body[name] !== undefined && !placed.has(name));
}
