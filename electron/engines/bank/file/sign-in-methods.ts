/** What the file's `auth` may hold. */
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
 * How a bank wants to be shown who calls. Section 5 leaves it open.
 * token: the sign-in answers a token · client-credentials: the same by RFC 6749, 4.4 · api-key, basic: what was typed goes
 * with every call itself · certificate: the client certificate alone.
 */
export const signInMethods = [
  'token',
  'client-credentials',
  'api-key',
  'basic',
  'certificate',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** What the sandbox answers; a bank that is left out of the file's pointers is taken to answer the same. */
export const ownTokenPointers = {
  token: '/data/accessToken',
  refreshToken: '/data/refreshToken',
  expiresIn: '/data/expiresIn',
};

/** RFC 6749, 5.1. A refresh token is not to be given there (4.4.3). */
export const standardTokenPointers = {
  token: '/access_token',
  refreshToken: null,
  expiresIn: '/expires_in',
};

/** What each way reads of the file; `way`, `headers` and `clientCertificate` go with every one. */
const fieldsOfWay: Readonly<Record<SignInMethod, readonly AuthField[]>> = {
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

/** The credentials that a way sends by itself, and the names under which they are asked for. */
const credentialsOfWay: Readonly<Record<SignInMethod, Readonly<Record<string, string>>>> = {
  token: {},
  'client-credentials': { clientId: '{clientId}', clientSecret: '{clientSecret}' },
  'api-key': { key: '{apiKey}' },
  basic: { username: '{username}', password: '{password}' },
  certificate: {},
};
/** Not secret by themselves: a file may hold them. */
export const openCredentials = new Set(['clientId', 'username']);

export const headersOfMethod: Readonly<Record<SignInMethod, { header: string; scheme: string }>> = {
  token: { header: 'authorization', scheme: 'Bearer' },
  'client-credentials': { header: 'authorization', scheme: 'Bearer' },
  'api-key': { header: 'x-api-key', scheme: '' },
  basic: { header: 'authorization', scheme: 'Basic' },
  // Shown by the connection, so by no header at all.
  certificate: { header: '', scheme: '' },
};

/** Does the file's field mean anything for that way? */
export const goesWith = (way: SignInMethod, field: string): boolean =>
  [...fieldsOfEvery, ...fieldsOfWay[way]].some((own) => own === field);

/** Where what is asked for goes, by the names of the way. */
export function credentialsNeeded(
  way: SignInMethod,
  clientAuthentication: string,
): Record<string, string> {
  const { clientSecret = '', ...rest } = credentialsOfWay[way];
  return clientSecret === '' || clientAuthentication === 'tls_client_auth'
    ? rest
    : { ...rest, clientSecret };
}
