import { X509Certificate } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { err, ok, type Result } from '../../../shared/result.ts';
import { readSmallJson, writeSmallFile } from '../../engines/machine/small-file.ts';

const Saved = z.object({
  kind: z.enum(['direct', 'system', 'manual']),
  address: z.string().nullable(),
  username: z.string().nullable(),
  /** PEM, one text per certificate. */
  certificates: z.array(z.string()),
});

/** How this machine reaches banks; the same for all banks. Contains no secret. */
export type NetworkSettings = Readonly<z.output<typeof Saved>>;

/** A change of the settings; fields that are left out stay. */
export type NetworkChange = {
  readonly kind?: NetworkSettings['kind'] | undefined;
  readonly address?: string | undefined;
  readonly username?: string | undefined;
  /** PEM text of additional authorities to trust. */
  readonly addCertificates?: string | undefined;
  /** The fingerprint of an authority to trust no longer. */
  readonly removeCertificate?: string | undefined;
};

/** An authority that was added, as a person recognises it. */
export type Authority = {
  readonly subject: string;
  readonly issuer: string;
  /** An instant, as `2027-01-31T00:00:00.000Z`. */
  readonly validTo: string;
  /** SHA-256, hexadecimal in pairs. */
  readonly fingerprint: string;
};

const certificatesMax = 50;
const standard: NetworkSettings = {
  kind: 'system',
  address: null,
  username: null,
  certificates: [],
};

const fileOf = (dataDir: string): string => join(dataDir, 'network.json');

/** The saved settings; the system's own proxy where none were saved, or the file is damaged. */
export function readNetworkSettings(dataDir: string): NetworkSettings {
  const saved = Saved.safeParse(readSmallJson(fileOf(dataDir)));
  return saved.success ? saved.data : standard;
}

/** Replaces the file as a whole. Throws `store.full` or `store.readonly`. */
export function writeNetworkSettings(dataDir: string, settings: NetworkSettings): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeSmallFile(fileOf(dataDir), `${JSON.stringify(settings, null, 2)}\n`);
}

/** The settings with a change applied, or the problems by field. */
export function changedSettings(
  before: NetworkSettings,
  change: NetworkChange,
): Result<NetworkSettings, Record<string, string>> {
  const problems: Record<string, string> = {};
  const take = <T>(field: string, checked: Result<T, string>, current: T): T => {
    if (checked.ok) return checked.value;
    problems[field] = checked.error;
    return current;
  };
  const { kind = before.kind } = change;
  const address =
    change.address === undefined
      ? before.address
      : take('address', proxyAddressIn(change.address), before.address);
  const username =
    change.username === undefined
      ? before.username
      : take('username', usernameIn(change.username), before.username);
  const left =
    change.removeCertificate === undefined
      ? before.certificates
      : take('removeCertificate', without(before, change.removeCertificate), before.certificates);
  const certificates =
    change.addCertificates === undefined
      ? left
      : take('addCertificates', together(left, change.addCertificates), left);
  if (kind === 'manual' && address === null && !('address' in problems))
    problems['address'] = 'is missing; write it like http://proxy.example:8080';
  return Object.keys(problems).length > 0
    ? err(problems)
    : ok({ kind, address, username, certificates });
}

/** The proxy's origin; null for an empty text. The error never repeats the text, which may contain a password. */
function proxyAddressIn(text: string): Result<string | null, string> {
  const given = text.trim();
  if (given === '') return ok(null);
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`);
  if (url === null || url.hostname === '' || /\s/.test(given))
    return err('must be an address like http://proxy.example:8080');
  if (/^socks/i.test(url.protocol))
    return err('is a SOCKS proxy, which Nostro does not speak; enter an HTTP proxy');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return err('must start with http:// or https://');
  if (url.username !== '' || url.password !== '')
    return err('must not hold a user name or password; they have fields of their own');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return err('must end after the host and port; an automatic configuration is the system’s');
  return ok(url.origin);
}

/** The user name; null for an empty text. A colon would end the name in the header. */
function usernameIn(text: string): Result<string | null, string> {
  if (/[:\p{Cc}]/u.test(text)) return err('must not hold a colon or a line end');
  return ok(text === '' ? null : text);
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

function without({ certificates }: NetworkSettings, fingerprint: string): Result<string[], string> {
  const left = certificates.filter((pem) => fingerprintOf(pem) !== fingerprint);
  return left.length < certificates.length ? ok(left) : err('is not among those that are trusted');
}

/** Adds the certificates of a text. One that is already present counts once, in any notation. */
function together(certificates: readonly string[], text: string): Result<string[], string> {
  const added = certificatesIn(text);
  if (!added.ok) return added;
  const all = new Map([...certificates, ...added.value].map((pem) => [fingerprintOf(pem), pem]));
  return all.size > certificatesMax
    ? err(`would make ${String(all.size)} of them; ${String(certificatesMax)} at most`)
    : ok([...all.values()]);
}

const fingerprintOf = (pem: string): string | undefined => readCertificate(pem)?.fingerprint256;

/** The certificates of a PEM text, one by one. */
function certificatesIn(text: string): Result<string[], string> {
  const blocks = [...text.matchAll(pemBlock)];
  if (blocks.some(([, kind = '']) => kind.includes('PRIVATE KEY')))
    return err('holds a private key, which must not leave its place; choose the certificate alone');
  if (blocks.length === 0)
    return err('holds no certificate; PEM text begins with -----BEGIN CERTIFICATE-----');
  if (blocks.length > certificatesMax)
    return err(`holds ${String(blocks.length)} certificates; ${String(certificatesMax)} at most`);
  const wrong = blocks.findIndex(([pem]) => readCertificate(pem) === null);
  if (wrong >= 0)
    return err(`certificate ${String(wrong + 1)} of ${String(blocks.length)} cannot be read`);
  return ok(blocks.map(([pem]) => pem));
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** The added certificates, as a person recognises them. */
export function authoritiesOf({ certificates }: NetworkSettings): Authority[] {
  return certificates.flatMap((pem) => {
    const certificate = readCertificate(pem);
    return certificate ? [authorityOf(certificate)] : [];
  });
}

const authorityOf = (certificate: X509Certificate): Authority => ({
  subject: nameIn(certificate.subject),
  issuer: nameIn(certificate.issuer),
  validTo: new Date(certificate.validTo).toISOString(),
  fingerprint: certificate.fingerprint256,
});

/** The common name, else the organisation, else the whole name; on one line. */
function nameIn(text: string): string {
  const part = (key: string): string | undefined =>
    new RegExp(`^${key}=(.+)$`, 'm').exec(text)?.[1];
  return (part('CN') ?? part('O') ?? text).replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200);
}
