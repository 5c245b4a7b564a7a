import anyAscii from 'any-ascii';

import { nameWords } from '../../../../shared/beneficiaries/name-words.ts';

/** A name, normalized for comparison. */
export type NameForm = {
  readonly text: string;
  /** In their order, in Latin letters, without company forms and titles; all words where no others are left. */
  readonly words: readonly string[];
  /** The words run together. */
  readonly joined: string;
};

/** Forms of companies that are written out, longest first. */
const longForms =
  /\b(public joint stock company|open joint stock company|closed joint stock company|joint stock company|limited liability company|limited liability partnership|limited partnership|free zone (company|establishment)|gesellschaft mit beschrankter haftung|sociedad anonima|societe anonyme|societa per azioni|aktiengesellschaft|naamloze vennootschap|sendirian berhad)\b/g;

/** Short company forms, and titles of people. */
const formWords: ReadonlySet<string> = new Set(
  `ab ag aj ao as asa bhd bv cjsc co company corp corporation doo ead eood est establishment fz fzc fzco fze fzllc gmbh inc incorporated
   jsc kg kk ksc kscc kscp lda limited llc llp lp ltd ltda mbh nv oao ojsc ooo oy oyj pao pjsc plc pllc private pt pte pty pvt sa sae sal
   sarl sas sdn se sl spa spzoo srl sro tic wll zao
   mr mrs ms miss dr prof eng sir haji hajji mullah sheikh shaykh`.split(/\s+/),
);

/** Particles between the parts of a name. They hardly distinguish two names. */
const particles: ReadonlySet<string> = new Set(
  'al el ul bin ben ibn bint abd de del della di da dos van von der den la le les of the and y e i et und'.split(
    ' ',
  ),
);

export const isParticle = (word: string): boolean => particles.has(word);

export function nameForm(text: string): NameForm {
  const latin = latinLetters(text);
  const all = nameWords(latin.replace(longForms, ' '));
  const distinctive = all.filter((word) => !formWords.has(word));
  const words = distinctive.length > 0 ? distinctive : all;
  return { text, words, joined: words.join('') };
}

/** Transliterates to lower-case Latin letters, without signs for a glottal stop. */
const latinLetters = (text: string): string =>
  anyAscii(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[`'’ʼʻ]/g, '');

/** Is only one of the names in a script other than Latin? */
export const isOtherScript = (one: string, other: string): boolean =>
  /[^\u0000-\u024F\u1E00-\u1EFF\u2000-\u206F]/.test(one) !==
  /[^\u0000-\u024F\u1E00-\u1EFF\u2000-\u206F]/.test(other);

const sounds: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/shch|tsch|sch|tch|dzh|sh|ch|zh/g, 's'],
  [/ph/g, 'f'],
  [/ck|kh|q|c/g, 'k'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/z|ts/g, 's'],
  [/h/g, ''],
  [/f+$/, 'v'],
];

/**
 * Returns a word's phonetic skeleton: without vowels, and with one spelling per sound. `Mohammed` and `Muhammad` have the same. A word of
 * fewer than four letters is returned unchanged.
 */
export function soundOf(word: string): string {
  if (word.length < 4) return word;
  const spelled = sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word);
  const first = /^[aeiouyj]/.test(spelled) ? 'a' : '';
  return first + spelled.replace(/[aeiouyj]/g, '').replace(/(.)\1+/g, '$1');
}
