import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, PEM. */
export type KeyPair = { readonly key: string; readonly cert: string };

/** A certificate for a host name that vouches for itself, good for so many days; below zero it has expired. */
export function certificateFor(host: string, days = 2): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-tls-'));
  const [key, request, cert, names] = ['key', 'request', 'cert', 'names'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  run(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${host}`,
    '-keyout',
    key,
    '-out',
    request,
  );
  writeFileSync(names, `subjectAltName=DNS:${host}\n`);
  const lasting = ['-days', String(days), '-extfile', names];
  run('x509', '-req', '-in', request, '-signkey', key, ...lasting, '-out', cert);
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** Runs OpenSSL over the files of a pair, and answers what it wrote. */
function written({ key, cert }: KeyPair, args: (at: (name: string) => string) => string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-tls-'));
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('key'), key);
  writeFileSync(at('cert'), cert);
  execFileSync('openssl', args(at), { stdio: 'pipe' });
  const bytes = readFileSync(at('out'));
  rmSync(folder, { recursive: true });
  return bytes;
}

/** The pair as one PKCS#12 file under a passphrase. */
export const pkcs12Of = (pair: KeyPair, passphrase: string): Buffer =>
  written(pair, (at) => [
    ...['pkcs12', '-export', '-inkey', at('key'), '-in', at('cert')],
    ...['-passout', `pass:${passphrase}`, '-out', at('out')],
  ]);

/** Its key in PEM, locked by a passphrase. */
export const lockedKeyOf = (pair: KeyPair, passphrase: string): string =>
  written(pair, (at) => [
    ...['pkcs8', '-topk8', '-in', at('key'), '-v2', 'aes-256-cbc'],
    ...['-passout', `pass:${passphrase}`, '-out', at('out')],
  ]).toString();
