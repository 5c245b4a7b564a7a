import { readFileSync, statSync, type Stats } from 'node:fs';
import { basename } from 'node:path';

import { fail, type Outcome } from '../../../shared/errors.ts';
import type { ChosenCertificate } from '../../../shared/ipc/desk/desk.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { certificateNames } from '../../engines/bank/transport/client-certificate.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Credentials } from '../../engines/vault/credentials.ts';

/** The parts chosen so far, under the names that a sign-in takes; they include the key. */
export type CertificateParts = Credentials;

/**
 * Reads a file that a person chose outside the window: PKCS#12, or PEM with a certificate, a private key or both. Its parts are added to
 * those of earlier files, since a key may be in a file of its own. The window gets its name only.
 */
export function readCertificateFile(
  path: string,
  before: CertificateParts,
  { correlationId }: Context,
): Outcome<{ readonly parts: CertificateParts; readonly chosen: ChosenCertificate }> {
  const bytes = bytesOf(path);
  if (typeof bytes === 'string') return fail(bytes, correlationId);
  const found = partsIn(bytes);
  if (!found)
    return fail('file.type-unsupported', correlationId, {
      message: 'This is neither PKCS#12 nor PEM with a certificate or a private key.',
    });
  const { certificate, key, pkcs12 } = certificateNames;
  const parts = pkcs12 in found || pkcs12 in before ? found : { ...before, ...found };
  const has = (name: string): boolean => Object.hasOwn(parts, name);
  const isWhole = has(pkcs12) || (has(certificate) && has(key));
  const missing = isWhole ? null : has(certificate) ? 'key' : 'certificate';
  return ok({ parts, chosen: { fileName: basename(path).slice(0, 200), missing } });
}

type Unread = 'file.not-opened' | 'file.too-large' | 'file.empty';

function bytesOf(path: string): Buffer | Unread {
  try {
    return problemOf(statSync(path)) ?? readFileSync(path);
  } catch {
    return 'file.not-opened';
  }
}

function problemOf(file: Stats): Unread | null {
  if (!file.isFile()) return 'file.not-opened';
  if (file.size > limits.certificateFileBytesMax) return 'file.too-large';
  return file.size === 0 ? 'file.empty' : null;
}

/** The parts in a file. DER begins with a sequence; PEM labels its blocks. */
function partsIn(bytes: Buffer): CertificateParts | null {
  const { certificate, key, pkcs12 } = certificateNames;
  if (bytes[0] === 0x30) return { [pkcs12]: bytes.toString('base64') };
  const text = bytes.toString('utf8');
  const blocks = text.match(/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?-----END [A-Z0-9 ]+-----/g) ?? [];
  const of = (what: RegExp): string =>
    blocks
      .filter((block) => what.test(block))
      .map((block) => `${block}\n`)
      .join('');
  const [certificates, keys] = [of(/BEGIN (TRUSTED )?CERTIFICATE/), of(/PRIVATE KEY/)];
  if (certificates === '' && keys === '') return null;
  return {
    ...(certificates === '' ? {} : { [certificate]: certificates }),
    ...(keys === '' ? {} : { [key]: keys }),
  };
}
