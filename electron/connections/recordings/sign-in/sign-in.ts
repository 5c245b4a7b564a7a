import { isRecord } from '../../../engines/bank/json/pointer.ts';
import { isSecretName } from '../../../engines/bank/file/secret-names.ts';
import { grantPlacesIn } from '../../../engines/bank/session/grant-places.ts';
import type { Template } from '../../../engines/bank/file/template.ts';
import type { Asking } from '../operations/questions.ts';
import { leftOut } from '../operations/questions.ts';
import { isSuccess, type Exchange } from '../exchanges/exchange.ts';
import { pathOf, segmentsOf } from '../exchanges/groups.ts';
import { textsIn } from '../exchanges/leaves.ts';
import { credentialTemplate, fixedName } from './credential-names.ts';
import { renewalIn, tokenPlaces } from './grant.ts';
import { clientCredentials, tokenlessMethod } from './sign-in-methods.ts';
import { findTokens, type TokenUse } from '../exchanges/tokens.ts';

/** The sign-in found in the recordings, in the form of the bank file. */
export type SignIn = {
  readonly auth: Readonly<Record<string, unknown>>;
  /** The header that carries the token. */
  readonly header: string;
  /** The word in front of the token, such as Bearer; empty where there is none. */
  readonly scheme: string;
  readonly operations: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Exchanges that only concern the session. */
  readonly used: ReadonlySet<Exchange>;
};

const nothing: SignIn = {
  auth: {},
  header: 'authorization',
  scheme: '',
  operations: {},
  used: new Set(),
};

/** Finds the sign-in by its token: the text of an answer that other requests carry in a header. */
export function readSignIn(exchanges: readonly Exchange[], asking: Asking): SignIn {
  const use = findTokens(exchanges) ?? tokensByName(exchanges, asking);
  if (!use) return withoutToken(exchanges, asking);
  const first = use.issuers.find((exchange) => renewalIn(exchange, use) === null);
  if (!first) return nothing;
  const signIns = use.issuers.filter((exchange) => renewalIn(exchange, use) === null);
  const renewals = use.issuers.filter((exchange) => renewalIn(exchange, use) !== null);
  const logouts = exchanges.filter((exchange) => isLogout(exchange, first));
  const auth = authOf(first, use, asking);
  noteToken(use, first, asking);
  return {
    auth,
    header: use.header,
    scheme: use.scheme,
    operations: {
      getToken: callOf(first, 'POST'),
      ...renewalOperation(renewals, use, asking),
      ...logoutOperation(logouts, asking),
    },
    used: new Set([...signIns, ...renewals, ...logouts, ...refusedAt(exchanges, first)]),
  };
}

/** How the bank signs in, where its token is, and how it is sent. */
function authOf(first: Exchange, use: TokenUse, asking: Asking): SignIn['auth'] {
  const { refreshToken, ...places } = tokenPlaces(first, use, asking);
  const travels = { header: use.header, scheme: use.scheme };
  const byClient = clientCredentials(first, asking);
  if (byClient) return { ...byClient, ...places, ...travels };
  return {
    request: credentialTemplate(first, asking),
    ...(first.bodyKind === 'form' ? { encoding: 'form' } : {}),
    ...places,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...travels,
  };
}

function withoutToken(exchanges: readonly Exchange[], asking: Asking): SignIn {
  const auth = tokenlessMethod(exchanges, asking);
  if (auth)
    return {
      ...nothing,
      auth,
      header: typeof auth['header'] === 'string' ? auth['header'] : 'authorization',
    };
  asking.ask({
    place: 'auth',
    question:
      'No recording shows a sign-in whose token other requests carry. Record one that begins with the sign-in, or write “auth” yourself.',
    choices: ['as Nostro assumes'],
  });
  return nothing;
}

/**
 * Finds the sign-in by names, for tools that leave authorization headers out: a request that sends a secret and is answered with something
 * called a token.
 */
function tokensByName(exchanges: readonly Exchange[], asking: Asking): TokenUse | null {
  const first = exchanges.find(
    (exchange) =>
      exchange.method === 'POST' &&
      isSuccess(exchange) &&
      [...textsIn(exchange.body)].some(({ name }) => isSecretName(name)) &&
      grantPlacesIn(exchange.answer).token.length > 0,
  );
  if (!first) return null;
  const bare = 'authorization, the token alone';
  const answered = asking.ask({
    place: 'auth.header',
    question:
      'No recorded request carries the token of the sign-in: some tools leave such headers out. How is it sent?',
    choices: ['authorization, behind Bearer', bare, leftOut],
  });
  return {
    pointers: grantPlacesIn(first.answer).token,
    issuers: [first],
    header: 'authorization',
    scheme: answered === bare ? '' : 'Bearer',
    times: 0,
    grants: [],
  };
}

const isAt = (exchange: Exchange, other: Exchange): boolean =>
  exchange.method === other.method && exchange.url.pathname === other.url.pathname;

/** All exchanges at the address of the sign-in, including refused ones. */
const refusedAt = (exchanges: readonly Exchange[], first: Exchange): Exchange[] =>
  exchanges.filter((exchange) => isAt(exchange, first));

const callOf = (exchange: Exchange, own: string) => ({
  ...(exchange.method === own ? {} : { method: exchange.method }),
  path: pathOf(segmentsOf(exchange)),
});

function noteToken({ header, scheme, times }: TokenUse, first: Exchange, asking: Asking): void {
  const behind = scheme === '' ? '' : ` behind “${scheme}”`;
  if (times === 0) {
    asking.note(
      'auth.token',
      first.from,
      'A secret is sent there, and this of the answer is called a token.',
    );
    return;
  }
  const because = `A text of its answer stands in the header ${header}${behind} of ${String(times)} requests.`;
  asking.note('auth.token', first.from, because);
  asking.note(
    'operations.getToken',
    first.from,
    'Its answer holds the token that other requests carry.',
  );
}

function renewalOperation(
  renewals: readonly Exchange[],
  use: TokenUse,
  asking: Asking,
): Record<string, Record<string, unknown>> {
  const [renewal] = renewals;
  if (!renewal || !isRecord(renewal.body)) return {};
  const grants = new Set(use.grants.map(({ text }) => text));
  const request = Object.fromEntries(
    Object.entries(renewal.body).flatMap(([name, value]): [string, Template][] => {
      if (typeof value !== 'string') return [];
      if (grants.has(value)) return [[name, '{refreshToken}']];
      return fixedName.test(name) ? [[name, value]] : [];
    }),
  );
  asking.note(
    'operations.refreshToken',
    renewal.from,
    'It brings back what the sign-in gave, and is answered with a new token.',
  );
  return { refreshToken: { ...callOf(renewal, 'POST'), request } };
}

const logoutTerm = /^(log-?out|sign-?(out|off)|abmelden|revoke|deconnexion)$/i;

const isLogout = (exchange: Exchange, first: Exchange): boolean =>
  isSuccess(exchange) &&
  (logoutTerm.test(segmentsOf(exchange).at(-1) ?? '') ||
    (exchange.method === 'DELETE' && exchange.url.pathname === first.url.pathname));

function logoutOperation(
  logouts: readonly Exchange[],
  asking: Asking,
): Record<string, Record<string, unknown>> {
  const [logout] = logouts;
  if (!logout) return {};
  asking.note(
    'operations.logoutUser',
    logout.from,
    'It ends the session: by its path, or by deleting where the sign-in began.',
  );
  return { logoutUser: callOf(logout, 'POST') };
}
