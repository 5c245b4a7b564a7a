import type { NumberStyle } from './format.ts';

/**
 * The marks by which the text typed into an amount field becomes the plain text that is stored, checked and sent, with commas between
 * thousands and a point before the decimals. Marks are only swapped, letter by letter: nothing is parsed, and what is no amount in the
 * person's own style is none in the plain one. So a draft has no style, and the style can change while it is open.
 */
const plainMarks: Readonly<Record<NumberStyle, Readonly<Record<string, string>>>> = {
  point: {},
  comma: { '.': ',', ',': '.' },
  // An apostrophe is no mark of a plain amount: a mark that becomes one is refused.
  space: { ' ': ',', ',': '.', '.': "'" },
  apostrophe: { "'": ',', ',': "'" },
};

/** The marks that look alike: no-break spaces, and the apostrophe of print. */
const alike: Readonly<Partial<Record<NumberStyle, readonly [RegExp, string]>>> = {
  space: [/[\u00a0\u2009\u202f]/g, ' '],
  apostrophe: [/’/g, "'"],
};

/** The plain text of what was typed. */
export function asPlain(typed: string, style: NumberStyle): string {
  const [marks, mark] = alike[style] ?? [/$^/g, ''];
  return swapped(typed.trim().replace(marks, mark), plainMarks[style]);
}

/** A plain text with the person's own marks. */
export function asTyped(plain: string, style: NumberStyle): string {
  const typedMarks = Object.entries(plainMarks[style]).map(([typed, plain]) => [plain, typed]);
  return swapped(plain, Object.fromEntries(typedMarks) as Record<string, string>);
}

const swapped = (text: string, marks: Readonly<Record<string, string>>): string =>
  text.replace(/[.,' ]/g, (mark) => marks[mark] ?? mark);

/** The names of the decimal mark and of the mark between thousands. */
export const markWords = (style: NumberStyle): { decimal: string; group: string } =>
  ({
    point: { decimal: 'a point', group: 'commas' },
    comma: { decimal: 'a comma', group: 'points' },
    space: { decimal: 'a comma', group: 'spaces' },
    apostrophe: { decimal: 'a point', group: 'apostrophes' },
  })[style];
