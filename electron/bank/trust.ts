import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Oldest TLS that is spoken. */
const minVersion = 'TLSv1.2';

/** Whom to trust on a TLS connection. Made at the first use, once: the system's list is long. */
export type Trust = () => SecureContext;

/** The given authorities, as PEM texts, beside those of Node and of the system; never instead of them. */
export function trustOf(certificates: readonly string[] = []): Trust {
  let context: SecureContext | undefined;
  return () => (context ??= createSecureContext({ ca: authorities(certificates), minVersion }));
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
