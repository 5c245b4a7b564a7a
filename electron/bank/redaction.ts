/** Shorter than this it might be any word, and the text would be full of dots. */
const secretMin = 4;

/** A text of the bank without the secrets, also where it repeats one as a form wrote it. */
export function withoutSecrets(
  text: string,
  secrets: readonly (string | null | undefined)[],
): string {
  const known = secrets.flatMap((secret) => (secret && secret.length >= secretMin ? secret : []));
  return known
    .flatMap((secret) => [secret, new URLSearchParams([['', secret]]).toString().slice(1)])
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '•••'), text);
}

/** What a header of HTTP Basic holds in another writing than it was typed in. */
export const basicSecrets = (value: string | undefined): string[] =>
  value?.startsWith('Basic ') ? [value.slice('Basic '.length)] : [];
