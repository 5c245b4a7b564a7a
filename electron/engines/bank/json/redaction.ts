/** A shorter secret may match ordinary text, which would be redacted everywhere. */
const secretMin = 4;

/** Returns every form in which a bank may repeat the secrets: plain and form-encoded, longest first. */
export function writtenSecrets(secrets: readonly (string | null | undefined)[]): string[] {
  const known = secrets.flatMap((secret) => (secret && secret.length >= secretMin ? secret : []));
  const asForm = known.map((secret) => new URLSearchParams([['', secret]]).toString().slice(1));
  return [...new Set([...known, ...asForm])].toSorted((a, b) => b.length - a.length);
}

/** Returns a function that removes the secrets of {@link writtenSecrets} from a text. Called for every text of an answer. */
export const cleanerOfWritten =
  (written: readonly string[]) =>
  (text: string): string =>
    written.reduce((clean, secret) => clean.replaceAll(secret, '•••'), text);

/**
 * Returns the secrets that the texts of a JSON answer may contain. Searches its bytes and, where it has escapes, its unescaped
 * text: a secret found in neither is in no text that a parser reads from the answer.
 */
export function secretsIn(bytes: Uint8Array, written: readonly string[]): string[] {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = written.length > 0 && raw.includes(backslash) ? unescaped(raw) : '';
  return written.filter((secret) => raw.includes(secret) || text.includes(secret));
}

const backslash = 0x5c;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const unescaped = (raw: Buffer): string =>
  raw.toString('utf8').replaceAll(/\\(?:u[\dA-Fa-f]{4}|.)/gsu, (escape) => {
    const letter = escape.slice(1);
    return letter.length > 1
      ? String.fromCharCode(parseInt(letter.slice(1), 16))
      : (escapes[letter] ?? letter);
  });

/** Returns the base64 credentials of an HTTP Basic header, which differ from what was typed. */
export const basicSecrets = (value: string | undefined): string[] =>
  value?.startsWith('Basic ') ? [value.slice('Basic '.length)] : [];
