/** Shorter than this it might be any word, and the text would be full of dots. */
const secretMin = 4;

/** Cleans texts of the bank of secrets, also where it repeats one as a form wrote it. Asked for every text of an answer. */
export function cleanerOf(
  secrets: readonly (string | null | undefined)[],
): (text: string) => string {
  const known = secrets.flatMap((secret) => (secret && secret.length >= secretMin ? secret : []));
  const asForm = known.map((secret) => new URLSearchParams([['', secret]]).toString().slice(1));
  const written = [...new Set([...known, ...asForm])].toSorted((a, b) => b.length - a.length);
  return (text) => written.reduce((clean, secret) => clean.replaceAll(secret, '•••'), text);
}

/** What a header of HTTP Basic holds in another writing than it was typed in. */
export const basicSecrets = (value: string | undefined): string[] =>
  value?.startsWith('Basic ') ? [value.slice('Basic '.length)] : [];
