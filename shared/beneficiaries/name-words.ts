/** Letters that Unicode does not take apart into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The forms of a company: one spelling each; they distinguish companies only when nothing else does. */
const legalForms: ReadonlySet<string> = new Set(
  `ab ag as asa bhd bv co company corp corporation gmbh inc incorporated kg kk ksc kscc kscp lda limited llc llp lp ltd
   ltda nv oy oyj plc private pt pte pty pvt sa sarl sas sdn se sl spa srl wll`.split(/\s+/),
);

const spelledOut = /^(\p{L}[./])+\p{L}?\.?$/u;

/** The words of a name without case, accents and punctuation; `S.A.` is one word. */
export function nameWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/[\p{Mark}\p{Format}'’ʼ]+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll('&', ' and ')
    .split(/\s+/u)
    .flatMap((chunk) =>
      spelledOut.test(chunk) ? [chunk.replace(/[./]/g, '')] : chunk.split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word !== '');
}

/** The same without the forms of a company, unless the name is nothing else. */
export function distinctiveWords(name: string): string[] {
  const words = nameWords(name);
  const distinctive = words.filter((word) => !legalForms.has(word));
  return distinctive.length > 0 ? distinctive : words;
}
