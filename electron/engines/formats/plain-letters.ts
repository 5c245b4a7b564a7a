import anyAscii from 'any-ascii';

/** The characters that a format allows, and replacements for other ASCII characters; any other becomes a point. */
export type Alphabet = {
  readonly takes: RegExp;
  readonly instead: Readonly<Record<string, string>>;
};

/**
 * Text in the characters that a format allows. Letters of other scripts are transliterated, line ends and tabs become blanks. A
 * character without a transliteration becomes a point, so that nothing is dropped silently.
 */
export function plainLetters(text: string, { takes, instead }: Alphabet): string {
  let plain = '';
  for (const sign of text.normalize('NFC')) {
    if (takes.test(sign)) plain += sign;
    else if (/^[\r\n\t]$/.test(sign)) plain += ' ';
    else
      for (const letter of latin(sign))
        plain += takes.test(letter) ? letter : (instead[letter] ?? '.');
  }
  return plain;
}

const latin = (sign: string): string => {
  if (sign < '\u007f') return sign;
  const transliterated = anyAscii(sign);
  return transliterated === '' ? '.' : transliterated;
};
