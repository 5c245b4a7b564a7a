import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { BankFile } from '../file/bank-file.ts';
import type { Problems } from '../mapping/mapping.ts';
import { fillTemplate, type Template } from '../file/template.ts';

type Auth = BankFile['auth'];
type Credentials = Readonly<Record<string, unknown>>;

/** A sign-in in wire format: its body and headers. Both contain secrets. */
export type SignInRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/**
 * Builds the sign-in as the bank file defines it: JSON, a form, or the token request of RFC 6749, 4.4.2. Credentials have the file's
 * names. The error lists missing credentials by name.
 */
export function signInRequest(auth: Auth, given: Credentials): Result<SignInRequest, Problems> {
  const body = filled(auth.request, given);
  if (!body.ok) return body;
  if (auth.way === 'client-credentials') return tokenRequest(auth, given, body.value);
  if (auth.encoding === 'form') return ok(formOf(textsOf(body.value)));
  const headers = { 'content-type': 'application/json' };
  return ok({ headers, text: JSON.stringify(body.value) });
}

function tokenRequest(
  { credentials, clientAuthentication, scope }: Auth,
  given: Credentials,
  more: unknown,
): Result<SignInRequest, Problems> {
  const own = filled(credentials, given);
  if (!own.ok) return own;
  const { clientId = '', clientSecret = '' } = textsOf(own.value);
  const grantFields = { grant_type: 'client_credentials', ...(scope === null ? {} : { scope }) };
  if (clientAuthentication === 'client_secret_basic') {
    const form = formOf({ ...grantFields, ...textsOf(more) });
    const pair = `${formText(clientId)}:${formText(clientSecret)}`;
    return ok({ ...form, headers: { ...form.headers, authorization: basicOf(pair) } });
  }
  const secret =
    clientAuthentication === 'client_secret_post' ? { client_secret: clientSecret } : {};
  return ok(formOf({ ...grantFields, client_id: clientId, ...secret, ...textsOf(more) }));
}

const formOf = (fields: Readonly<Record<string, string>>): SignInRequest => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  text: new URLSearchParams(fields).toString(),
});

/** Form-encodes each half of the pair before the two are joined (RFC 6749, 2.3.1). */
const formText = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Builds an HTTP Basic header (RFC 7617) in UTF-8. */
export const basicOf = (pair: string): string =>
  `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;

/** Fills a template with credentials. All its names are required; the error lists missing ones. */
export function filled(template: Template, given: Credentials): Result<unknown, Problems> {
  const problems: Problems = {};
  const lookup = (name: string): unknown => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === '') problems[name] = 'is missing';
    return value;
  };
  const body = fillTemplate(template, lookup, problems);
  return Object.keys(problems).length > 0 ? err(problems) : ok(body);
}

/** Returns each field of a flat record as text. */
export const textsOf = (record: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((record ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      value instanceof JsonNumber ? value.source : String(value),
    ]),
  );
