import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An authority of certificates that a test made. */
export type Authority = {
  /** Its certificate, PEM. */
  readonly ca: string;
  /** A certificate for names such as `DNS:localhost` or `IP:127.0.0.1`, and its key, PEM. Good for so many days; below zero it has expired. */
  readonly sign: (names: string, days?: number) => { readonly cert: string; readonly key: string };
};

export function makeAuthority(name: string): Authority {
  const root = inFolder((at) => {
    openssl(
      'req',
      '-x509',
      ...newKey(at),
      '-subj',
      `/CN=${name}`,
      '-days',
      '2',
      '-out',
      at('cert'),
    );
    return pairIn(at);
  });
  return {
    ca: root.cert,
    sign: (names, days = 2) =>
      inFolder((at) => {
        writeFileSync(at('root.cert'), root.cert);
        writeFileSync(at('root.key'), root.key);
        writeFileSync(at('names'), `subjectAltName=${names}\n`);
        openssl('req', ...newKey(at), '-subj', '/CN=server', '-out', at('request'));
        openssl(
          ...['x509', '-req', '-in', at('request'), '-out', at('cert')],
          ...['-CA', at('root.cert'), '-CAkey', at('root.key'), '-CAcreateserial'],
          ...['-days', String(days), '-extfile', at('names')],
        );
        return pairIn(at);
      }),
  };
}

type At = (name: string) => string;

const newKey = (at: At): string[] => ['-newkey', 'rsa:2048', '-nodes', '-keyout', at('key')];

const pairIn = (at: At) => ({
  cert: readFileSync(at('cert'), 'utf8'),
  key: readFileSync(at('key'), 'utf8'),
});

const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });

function inFolder<T>(work: (at: At) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-ca-'));
  try {
    return work((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
