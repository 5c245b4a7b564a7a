import { isRecord } from '../../../engines/bank/json/pointer.ts';
import { textOf } from '../exchanges/leaves.ts';
import type { Asking } from '../operations/questions.ts';
import type { Exchange } from '../exchanges/exchange.ts';

type Auth = Readonly<Record<string, unknown>>;

/** Names of a header with an API key, which is the same on every request. */
const keyName = /api-?key|subscription|access-?key|client-?secret/i;

/** Finds a sign-in without a token: Basic, or a key in a header of its own. Null where no recording shows one. */
export function tokenlessMethod(exchanges: readonly Exchange[], asking: Asking): Auth | null {
  const [first] = exchanges;
  const basic = sameEverywhere(exchanges, 'authorization');
  if (first && basic !== null && /^Basic /i.test(basic)) {
    asking.note('auth.way', first.from, 'Every request carries the same authorization by Basic.');
    return { way: 'basic' };
  }
  const header = [...(first?.headers.keys() ?? [])].find(
    (name) => keyName.test(name) && sameEverywhere(exchanges, name) !== null,
  );
  if (!first || header === undefined) return null;
  asking.note(
    'auth.way',
    first.from,
    `Every request carries the same key in the header ${header}.`,
  );
  return { way: 'api-key', header };
}

function sameEverywhere(exchanges: readonly Exchange[], name: string): string | null {
  const values = new Set(exchanges.map(({ headers }) => headers.get(name)));
  const [value] = values;
  return values.size === 1 && value !== undefined && value !== '' ? value : null;
}

/**
 * Recognises the token request of RFC 6749, 4.4: a form that asks for client credentials, with the client in it or by Basic. Null for any
 * other sign-in.
 */
export function clientCredentials(
  { body, bodyKind, headers, from }: Exchange,
  asking: Asking,
): Auth | null {
  if (bodyKind !== 'form' || !isRecord(body) || body['grant_type'] !== 'client_credentials')
    return null;
  const isBasic = /^Basic /i.test(headers.get('authorization') ?? '');
  const shown = isBasic ? 'client_secret_basic' : 'client_secret_post';
  const scope = textOf(body['scope']);
  asking.note('auth.way', from, 'The sign-in is a form that asks for client credentials.');
  return {
    way: 'client-credentials',
    clientAuthentication: shown,
    ...(scope === null ? {} : { scope }),
  };
}
