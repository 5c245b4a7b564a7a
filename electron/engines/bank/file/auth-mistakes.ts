import { headerNameProblem } from './bank-file-parts.ts';
import { isSecretName } from './secret-names.ts';
import {
  credentialsNeeded,
  goesWith,
  headersOfMethod,
  openCredentials,
  type SignInMethod,
} from './sign-in-methods.ts';
import { templateNames, type Template } from './template.ts';

/** The sign-in of a bank file. Each field is valid on its own; combinations are not checked yet. */
type GivenAuth = {
  readonly way: SignInMethod;
  readonly request?: Readonly<Record<string, Template>> | undefined;
  readonly encoding?: 'json' | 'form' | undefined;
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly clientAuthentication?: string | undefined;
  readonly header?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientCertificate?: boolean | undefined;
};

/** A place below `auth`, and what is wrong there. */
type Mistake = readonly [path: readonly string[], problem: string];

/** Yields the fields of a bank file's `auth` that do not go together, by their places in it. */
export function* authMistakes(given: GivenAuth): Generator<Mistake> {
  const { way, clientAuthentication, clientCertificate } = given;
  for (const [field, value] of Object.entries(given))
    if (value !== undefined && !goesWith(way, field))
      yield [[field], `does not go with "way": "${way}"; remove it, or write another way`];
  yield* credentialMistakes(given);
  yield* headerMistakes(given);
  if (given.encoding === 'form' || way === 'client-credentials') yield* formMistakes(given);
  if (way === 'certificate' && clientCertificate === false)
    yield [['clientCertificate'], 'must be true: nothing else shows this bank who calls'];
  if (clientAuthentication === 'tls_client_auth' && clientCertificate !== true)
    yield [['clientCertificate'], 'must be true for "tls_client_auth"'];
}

function* credentialMistakes({
  way,
  credentials,
  clientAuthentication,
}: GivenAuth): Generator<Mistake> {
  const known = credentialsNeeded(way, clientAuthentication ?? '');
  for (const [name, value] of Object.entries(credentials ?? {})) {
    const place = ['credentials', name];
    if (!Object.hasOwn(known, name))
      yield [place, `is not known here; known are ${Object.keys(known).join(', ') || 'none'}`];
    else if (!openCredentials.has(name) && templateNames(value).length === 0)
      yield [
        place,
        `must be a name in braces, like “${known[name] ?? ''}”: the desk asks for the value`,
      ];
  }
}

function* headerMistakes({ way, header, headers }: GivenAuth): Generator<Mistake> {
  const entry = (header ?? headersOfMethod[way].header).toLowerCase();
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const place = ['headers', name];
    const lower = name.toLowerCase();
    const problem = headerNameProblem(name);
    if (problem !== undefined) yield [place, problem];
    else if (lower === 'authorization' || lower === entry)
      yield [place, 'is the header of the sign-in itself: write “way” and “header” instead'];
    else if (seen.has(lower)) yield [place, 'is written twice'];
    else if (isSecretName(name) && templateNames(value).length === 0)
      yield [place, 'must be a name in braces, like “{apiKey}”: the desk asks for the value'];
    seen.add(lower);
  }
}

/** The parameter names that RFC 6749 reserves. */
const reservedParameters = new Set(['grant_type', 'client_id', 'client_secret', 'scope']);

function* formMistakes({ way, request = {} }: GivenAuth): Generator<Mistake> {
  for (const [name, value] of Object.entries(request)) {
    const place = ['request', name];
    if (typeof value === 'object') yield [place, 'must be text: a form has no records or lists'];
    if (way === 'client-credentials' && reservedParameters.has(name))
      yield [place, 'is written by the desk itself; see auth.credentials and auth.scope'];
  }
}
