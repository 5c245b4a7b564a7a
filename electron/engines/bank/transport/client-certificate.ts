import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

import { certificatePassphrase } from '../../../../shared/certificate-passphrase.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';

/**
 * The names of a client certificate's parts among the credentials, as text: PEM, or PKCS#12 in base64. The colon prevents a bank
 * file from using them in its own braces.
 */
export const certificateNames = {
  certificate: 'tls:certificate',
  key: 'tls:key',
  pkcs12: 'tls:pkcs12',
  passphrase: certificatePassphrase,
} as const;

/** The certificate that a TLS connection shows, and the key that proves it. Secret as a whole. */
export type ClientIdentity = Readonly<
  ({ cert: string; key: string } | { pfx: Buffer }) & { passphrase?: string }
>;

/** A certificate as it may be shown to a person. */
export type ShownCertificate = {
  readonly subject: string;
  readonly issuer: string;
  /** Instants; null where the file does not reveal them. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
};

/** Reads the client identity from the credentials. The error says, by name, what is missing or unusable. */
export function clientIdentity(
  credentials: Readonly<Record<string, unknown>>,
): Result<ClientIdentity, Record<string, string>> {
  const given = (name: string): string => {
    const value = credentials[name];
    return typeof value === 'string' ? value : '';
  };
  const { certificate, key, pkcs12, passphrase } = certificateNames;
  const secret = given(passphrase) === '' ? {} : { passphrase: given(passphrase) };
  if (given(pkcs12) !== '') {
    const pfx = Buffer.from(given(pkcs12), 'base64');
    return usable({ pfx, ...secret }, pkcs12);
  }
  if (given(certificate) === '') return err({ [certificate]: 'is missing' });
  // One file may hold both.
  const cert = given(certificate);
  return usable({ cert, key: given(key) === '' ? cert : given(key), ...secret }, certificate);
}

/** Reads the certificate of an identity for a person to recognise. */
export function shownCertificate(identity: ClientIdentity): ShownCertificate {
  const nameless = { subject: 'a client certificate', issuer: '', validFrom: null, validTo: null };
  try {
    const bytes =
      'cert' in identity ? identity.cert : ownCertificate(createSecureContext(identity));
    if (bytes === null) return nameless;
    const { subject, issuer, validFrom, validTo } = new X509Certificate(bytes);
    return {
      subject: commonName(subject),
      issuer: commonName(issuer),
      validFrom: instantOf(validFrom),
      validTo: instantOf(validTo),
    };
  } catch {
    return nameless;
  }
}

function usable(
  identity: ClientIdentity,
  place: string,
): Result<ClientIdentity, Record<string, string>> {
  try {
    createSecureContext(identity);
    return ok(identity);
  } catch (cause) {
    return err(problemOf(cause, place));
  }
}

/** Classifies the fault by OpenSSL's message, which is not repeated. */
function problemOf(cause: unknown, place: string): Record<string, string> {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const words = `${String(code)} ${String(message)}`.toLowerCase();
  if (/mac verify|bad.?decrypt|interrupted|bad.?password|passphrase/.test(words))
    return { [certificateNames.passphrase]: 'does not open the key of the client certificate' };
  if (words.includes('mismatch')) return { [place]: 'and the key do not belong together' };
  if (words.includes('unsupported'))
    return { [place]: 'is encrypted in an outdated way; export it again, with AES' };
  if (/no.?start.?line|pem/.test(words))
    return { [place]: 'must be PEM with the certificate and its private key' };
  return { [place]: 'cannot be read as a certificate with its private key' };
}

/** Returns the context's certificate in DER; null where this version of Node does not expose it. */
function ownCertificate({ context }: SecureContext): Buffer | null {
  const { getCertificate } = (context ?? {}) as { getCertificate?: () => unknown };
  const bytes: unknown = getCertificate?.call(context);
  return Buffer.isBuffer(bytes) ? bytes : null;
}

/** Returns the CN, or else the whole name on one line. The text is untrusted and shortened. */
const commonName = (name: string): string =>
  (/^CN=(.*)$/m.exec(name)?.[1] ?? name).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, 100);

function instantOf(text: string): string | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
