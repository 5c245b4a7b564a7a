import { err, ok, type Result } from '../../../../shared/result.ts';
import type { Problems, WireParts } from './mapping.ts';

const placeholder = /\{(\w+)\}/g;

/** Builds the full address of a request: `{base_url}/platform` and the path, with percent-encoded parameters. */
export function addressOf(
  baseUrl: string,
  path: string,
  parts: Pick<WireParts, 'path' | 'query'>,
): Result<string, Problems> {
  const problems: Problems = {};
  const filled = path.replace(placeholder, (_match, name: string) => {
    const value = Object.hasOwn(parts.path, name) ? (parts.path[name] ?? '') : '';
    const problem = segmentProblem(value);
    if (problem !== undefined) problems[`path.${name}`] = problem;
    return problem === undefined ? encodeURIComponent(value) : '';
  });
  if (Object.keys(problems).length > 0) return err(problems);
  const address = new URL(`${baseUrl}/platform${filled}`);
  for (const [name, value] of parts.query) address.searchParams.append(name, value);
  return ok(address.href);
}

/** Refuses segments of dots alone, which would leave the path even when percent-encoded. */
function segmentProblem(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  if (value === '.' || value === '..') return 'must not be dots alone';
  return value.isWellFormed() ? undefined : 'must be whole characters';
}
