import { isSecretName } from '../../../engines/bank/file/secret-names.ts';
import { fixedName } from './credential-names.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { textsIn } from '../exchanges/leaves.ts';
import type { SignIn } from './sign-in.ts';

/** Shorter texts are ordinary words. */
const lengthMin = 6;
const secretHeader = /auth|cookie|token|key|secret|session|signature/i;

/**
 * Every secret text in the recordings: credentials and what the sign-in answered, authorization headers, cookies, and values with a
 * secret's name. A text that is also a field name in the recordings is not one: the file consists of such names. Neither is `scheme`, the
 * word in front of the token, such as Bearer: the answer to a sign-in may contain it.
 */
export function secretsIn(
  exchanges: readonly Exchange[],
  { used: session, scheme }: Pick<SignIn, 'used' | 'scheme'>,
): string[] {
  const secrets = new Set<string>();
  const names = new Set([scheme]);
  for (const exchange of exchanges) {
    for (const [name, value] of exchange.headers) {
      names.add(name);
      if (secretHeader.test(name)) for (const part of headerSecrets(name, value)) secrets.add(part);
    }
    for (const [name, value] of exchange.url.searchParams)
      if (isSecretName(name)) secrets.add(value);
    for (const body of [exchange.body, exchange.answer])
      for (const { name, text, pointer } of textsIn(body)) {
        for (const part of pointer.split('/')) names.add(part);
        if ((session.has(exchange) && !fixedName.test(name)) || isSecretName(name))
          secrets.add(text);
      }
  }
  return [...secrets].filter((secret) => secret.length >= lengthMin && !names.has(secret));
}

/** The secret parts of a header: the values of cookies, or the text after the authorization scheme. */
const headerSecrets = (name: string, value: string): string[] =>
  name.includes('cookie')
    ? value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
    : [value.replace(/^[A-Za-z0-9._-]{1,50} +/, '')];

/** The text with every secret masked. A last safeguard: secrets should not get this far. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((clean, secret) => clean.replaceAll(secret, '•••'), text);
