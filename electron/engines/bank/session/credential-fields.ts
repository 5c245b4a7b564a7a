import type { BankFile } from '../file/bank-file.ts';
import { isSecretName } from '../file/secret-names.ts';
import { openCredentials } from '../file/sign-in-methods.ts';
import { templateNames } from '../file/template.ts';

type Auth = BankFile['auth'];
export type CredentialField = { readonly name: string; readonly secret: boolean };

/**
 * Returns the credentials that the sign-in asks for, in the order of the file. Passwords, keys, client secrets and all values that
 * every call sends in a header of its own are secret.
 */
export function credentialFieldsOf({ auth }: Pick<BankFile, 'auth'>): CredentialField[] {
  const secret = new Set(secretTemplates(auth).flatMap((text) => templateNames(text)));
  const names = templateNames([auth.credentials, auth.request, auth.headers]);
  return names.map((name) => ({ name, secret: isSecretName(name) || secret.has(name) }));
}

const secretTemplates = ({ credentials, headers }: Auth): string[] => [
  ...Object.entries(credentials).flatMap(([name, text]) => (openCredentials.has(name) ? [] : text)),
  ...Object.values(headers),
];

/** Does the bank return a token to a sign-in call? Otherwise every call, or the connection, carries the credentials. */
export const signsInByCall = ({ way }: Auth): boolean =>
  way === 'token' || way === 'client-credentials';
