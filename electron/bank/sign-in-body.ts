import { err, ok, type Result } from '../../shared/result.ts';
import type { BankFile } from './bank-file.ts';
import type { Problems } from './mapping.ts';
import { fillTemplate } from './template.ts';

/** The body of the sign-in as the bank file writes it, from credentials by the names it asks for; what is missing, by name. */
export function signInBody(
  { request }: BankFile['auth'],
  credentials: Readonly<Record<string, unknown>>,
): Result<unknown, Problems> {
  const problems: Problems = {};
  const lookup = (name: string): unknown => {
    const value = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
    if (value === undefined || value === '') problems[name] = 'is missing';
    return value;
  };
  const body = fillTemplate(request, lookup, problems);
  return Object.keys(problems).length > 0 ? err(problems) : ok(body);
}
