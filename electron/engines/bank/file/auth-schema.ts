import { z } from 'zod';

import { isOperationName } from '../../../../shared/bank/catalogue.ts';
import { authMistakes } from './auth-mistakes.ts';
import {
  checked,
  HeaderName,
  Pointer,
  strict,
  TemplateText,
  TemplateValue,
} from './bank-file-parts.ts';
import {
  credentialsNeeded,
  headersOfMethod,
  ownTokenPointers,
  signInMethods,
  standardTokenPointers,
} from './sign-in-methods.ts';

const Scheme = checked((text) =>
  /^[A-Za-z0-9._-]{0,50}$/.test(text) ? undefined : 'must be one word, such as Bearer, or empty',
);

const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const Scope = checked((text) =>
  scopePattern.test(text) && text.length <= 1_000
    ? undefined
    : 'must be words with one blank between them, such as “accounts payments”',
);

const AuthFields = strict({
  way: z.enum(signInMethods).default('token'),
  operation: checked((name) =>
    isOperationName(name) ? undefined : 'must be the name of an operation, such as getToken',
  ).optional(),
  request: z.record(z.string().min(1), TemplateValue).optional(),
  encoding: z.enum(['json', 'form']).optional(),
  credentials: z.record(z.string(), TemplateText).optional(),
  clientAuthentication: z
    .enum(['client_secret_basic', 'client_secret_post', 'tls_client_auth'])
    .optional(),
  scope: Scope.optional(),
  token: Pointer.optional(),
  refreshToken: Pointer.nullish(),
  expiresIn: Pointer.nullish(),
  header: HeaderName.optional(),
  scheme: Scheme.optional(),
  headers: z.record(z.string(), TemplateText).default({}),
  clientCertificate: z.boolean().optional(),
});
export type GivenAuth = z.output<typeof AuthFields>;

/** The sign-in of a bank file, with the defaults of its method filled in. A field of another method is a mistake. */
export const Auth = AuthFields.transform((given, context) => {
  for (const [path, message] of authMistakes(given))
    context.issues.push({ code: 'custom', path: [...path], message, input: '' });
  const { way, request, encoding, credentials, headers, scope = null } = given;
  const clientAuthentication = given.clientAuthentication ?? 'client_secret_basic';
  return {
    way,
    operation: given.operation ?? 'getToken',
    request: request ?? (way === 'token' ? ownRequest : {}),
    encoding: way === 'client-credentials' ? 'form' : (encoding ?? 'json'),
    credentials: { ...credentialsNeeded(way, clientAuthentication), ...credentials },
    clientAuthentication,
    scope,
    ...pointersOf(given),
    header: given.header ?? headersOfMethod[way].header,
    scheme: given.scheme ?? headersOfMethod[way].scheme,
    headers,
    clientCertificate: way === 'certificate' || (given.clientCertificate ?? false),
  } as const;
});

const ownRequest = { username: '{username}', password: '{password}' };

function pointersOf({ way, token, refreshToken, expiresIn }: GivenAuth) {
  const own = way === 'client-credentials' ? standardTokenPointers : ownTokenPointers;
  // A file that names the token's place describes its own answer: a place it leaves out does not exist there.
  const assumed = token === undefined ? own : { refreshToken: null, expiresIn: null };
  return {
    token: token ?? own.token,
    refreshToken: refreshToken === undefined ? assumed.refreshToken : refreshToken,
    expiresIn: expiresIn === undefined ? assumed.expiresIn : expiresIn,
  };
}
