import { createHash } from 'node:crypto';

import type { BankFile } from '../file/bank-file.ts';

/**
 * Identifies where and how a bank's credentials are sent: address, method, path and body of the sign-in. Credentials typed for one
 * endpoint must not be sent to another until a person types them again.
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

/** Returns the parts of a sign-in beyond the plain JSON body. None for a plain one, so that credentials stored before other
 * methods existed stay valid. */
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

/** Sorts keys, so that the order of fields in a file makes no difference. */
const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
