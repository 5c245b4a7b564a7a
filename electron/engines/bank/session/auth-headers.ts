import { err, ok, type Result } from '../../../../shared/result.ts';
import type { BankFile } from '../file/bank-file.ts';
import type { Problems } from '../mapping/mapping.ts';
import { basicOf, filled, textsOf } from './sign-in-request.ts';
import { templateNames } from '../file/template.ts';

type Auth = BankFile['auth'];
type Credentials = Readonly<Record<string, unknown>>;
type Headers = Record<string, string>;

/** Fills the bank file's headers for every call, including the sign-in. Their values are secrets. */
export function fixedHeaders({ headers }: Auth, given: Credentials): Result<Headers, Problems> {
  const values = filled(headers, given);
  if (!values.ok) return values;
  const written = Object.entries(textsOf(values.value));
  const wrong = written
    .filter(([, text]) => !isHeaderText(text))
    .map(([name]) => headers[name] ?? '');
  if (wrong.length > 0) return err(problemsOf(wrong));
  return ok(Object.fromEntries(written.map(([name, text]) => [name.toLowerCase(), text])));
}

/** Builds the headers that authorize a call without a sign-in: the API key, or user name and password (RFC 7617). */
export function authHeaders(auth: Auth, given: Credentials): Result<Headers, Problems> {
  const values = filled(auth.credentials, given);
  if (!values.ok) return values;
  const { key, username, password } = textsOf(values.value);
  const name = auth.header.toLowerCase();
  if (auth.way === 'basic') {
    if (username?.includes(':'))
      return err(nameProblems(auth.credentials['username'], 'must not contain a colon'));
    return ok({ [name]: basicOf(`${username ?? ''}:${password ?? ''}`) });
  }
  if (auth.way !== 'api-key' || key === undefined) return ok({});
  if (!isHeaderText(key)) return err(problemsOf([auth.credentials['key'] ?? '']));
  return ok({ [name]: underScheme(auth, key) });
}

/** A token or key as the header carries it. */
export const underScheme = ({ scheme }: Auth, secret: string): string =>
  scheme === '' ? secret : `${scheme} ${secret}`;

/** True for a text that a header can carry unchanged. A line end would start another header. */
const isHeaderText = (text: string): boolean =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);

const problemsOf = (templates: readonly string[]): Problems =>
  Object.assign(
    {},
    ...templates.map((template) =>
      nameProblems(template, 'must be letters, digits and symbols, without a space at either end'),
    ),
  ) as Problems;

const nameProblems = (template: string | undefined, problem: string): Problems =>
  Object.fromEntries(templateNames(template ?? '').map((name) => [name, problem]));
