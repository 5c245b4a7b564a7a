import { createHash } from 'node:crypto';

import type { BankFile } from '../file/bank-file.ts';

/**
 * Stands for where a bank’s credentials are sent, and as what: the address, the way, the path and the body of the sign-in. What
 * was typed for one door must not be shown at another without a person typing it again.
 */
export function signInDoorOf({ baseUrl, auth, operations }: BankFile): string {
  const { method, path, query, request } = operations[auth.operation] ?? {};
  const door = [
    baseUrl,
    auth.operation,
    auth.request,
    { method, path, query, request },
    ...more(auth),
  ];
  return createHash('sha256').update(JSON.stringify(door, sortedKeys)).digest('base64url');
}

/** What is not by the JSON body; nothing where all of it is, so that what was kept before there was another way still holds. */
function more({ way, encoding, headers, ...auth }: BankFile['auth']): unknown[] {
  const isPlain = way === 'token' && encoding === 'json' && Object.keys(headers).length === 0;
  if (isPlain && !auth.clientCertificate) return [];
  const { credentials, clientAuthentication, header, scheme, clientCertificate } = auth;
  return [
    {
      way,
      encoding,
      headers,
      credentials,
      clientAuthentication,
      header,
      scheme,
      clientCertificate,
    },
  ];
}

/** The order in which a file names its fields is no difference. */
const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
