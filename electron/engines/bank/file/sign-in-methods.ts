/** The fields of the bank file's `auth`. */
export type AuthField =
  | 'way'
  | 'operation'
  | 'request'
  | 'encoding'
  | 'credentials'
  | 'clientAuthentication'
  | 'scope'
  | 'token'
  | 'refreshToken'
  | 'expiresIn'
  | 'header'
  | 'scheme'
  | 'headers'
  | 'clientCertificate';

/**
 * The ways in which a bank authenticates the caller. Section 5 leaves them open.
 * token: the sign-in returns a token · client-credentials: the same by RFC 6749, 4.4 · api-key, basic: every call carries the
 * credentials · certificate: the client certificate alone.
 */
export const signInMethods = [
  'token',
  'client-credentials',
  'api-key',
  'basic',
  'certificate',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The token pointers of the sandbox's answer, the defaults for a bank file that sets none. */
export const ownTokenPointers = {
  token: '/data/accessToken',
  refreshToken: '/data/refreshToken',
  expiresIn: '/data/expiresIn',
};

/** The token pointers of RFC 6749, 5.1. A refresh token should not be included (4.4.3). */
export const standardTokenPointers = {
  token: '/access_token',
  refreshToken: null,
  expiresIn: '/expires_in',
};

/** The fields that each method reads; `way`, `headers` and `clientCertificate` belong to every method. */
const fieldsOfMethod: Readonly<Record<SignInMethod, readonly AuthField[]>> = {
  token: [
    'operation',
    'request',
    'encoding',
    'token',
    'refreshToken',
    'expiresIn',
    'header',
    'scheme',
  ],
  'client-credentials': [
    'operation',
    'request',
    'credentials',
    'clientAuthentication',
    'scope',
    'token',
    'expiresIn',
    'header',
    'scheme',
  ],
  'api-key': ['credentials', 'header', 'scheme'],
  basic: ['credentials'],
  certificate: [],
};
const fieldsOfEvery: readonly AuthField[] = ['way', 'headers', 'clientCertificate'];

/** The credentials that a method sends on its own, and the names under which the desk asks for them. */
const credentialsOfMethod: Readonly<Record<SignInMethod, Readonly<Record<string, string>>>> = {
  token: {},
  'client-credentials': { clientId: '{clientId}', clientSecret: '{clientSecret}' },
  'api-key': { key: '{apiKey}' },
  basic: { username: '{username}', password: '{password}' },
  certificate: {},
};
/** Credentials that are not secret and may be written in a bank file. */
export const openCredentials = new Set(['clientId', 'username']);

export const headersOfMethod: Readonly<Record<SignInMethod, { header: string; scheme: string }>> = {
  token: { header: 'authorization', scheme: 'Bearer' },
  'client-credentials': { header: 'authorization', scheme: 'Bearer' },
  'api-key': { header: 'x-api-key', scheme: '' },
  basic: { header: 'authorization', scheme: 'Basic' },
  // The connection presents the certificate, so there is no header.
  certificate: { header: '', scheme: '' },
};

/** Does the method read this field of the file? */
export const goesWith = (method: SignInMethod, field: string): boolean =>
  [...fieldsOfEvery, ...fieldsOfMethod[method]].some((own) => own === field);

/** The credentials that a method needs, with the name under which each is asked for. */
export function credentialsNeeded(
  method: SignInMethod,
  clientAuthentication: string,
): Record<string, string> {
  const { clientSecret = '', ...rest } = credentialsOfMethod[method];
  return clientSecret === '' || clientAuthentication === 'tls_client_auth'
    ? rest
    : { ...rest, clientSecret };
}
