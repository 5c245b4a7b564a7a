import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

import type { ClientIdentity } from './client-certificate.ts';

/** The oldest accepted TLS version. */
const minVersion = 'TLSv1.2';

/**
 * The trusted authorities of a TLS connection, and the client identity where the bank asks for one. Created once, at the first
 * use: the system's list is long.
 */
export type Trust = (identity?: ClientIdentity | null) => SecureContext;

/** Adds the given authorities, as PEM texts, to those of Node and of the system; never replaces them. */
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

/** Returns no authorities where the system's store cannot be read. Node's own still count. */
function systemAuthorities(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}
