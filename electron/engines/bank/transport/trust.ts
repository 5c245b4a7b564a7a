import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

import type { ClientIdentity } from './client-certificate.ts';

/** Oldest TLS that is spoken. */
const minVersion = 'TLSv1.2';

/**
 * Whom to trust on a TLS connection, and who we are on it where the bank asks. Made at the first use, once: the system's
 * list is long.
 */
export type Trust = (identity?: ClientIdentity | null) => SecureContext;

/** The given authorities, as PEM texts, beside those of Node and of the system; never instead of them. */
export function trustOf(certificates: readonly string[] = []): Trust {
  let ca: string[] | undefined;
  let nameless: SecureContext | undefined;
  const named = new WeakMap<ClientIdentity, SecureContext>();
  const contextOf = (identity: Partial<ClientIdentity>): SecureContext =>
    createSecureContext({ ...identity, ca: (ca ??= authorities(certificates)), minVersion });
  return (identity) => {
    if (!identity) return (nameless ??= contextOf({}));
    const context = named.get(identity) ?? contextOf(identity);
    named.set(identity, context);
    return context;
  };
}

function authorities(certificates: readonly string[]): string[] {
  return [...new Set([...getCACertificates('default'), ...systemAuthorities(), ...certificates])];
}

/** None where the system's store cannot be read: what Node brings along still counts. */
function systemAuthorities(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}
