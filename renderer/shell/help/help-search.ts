import { blocksOf, plainText, textOf, type Block, type Line } from './markdown.ts';

/** A page of the guide; known by its file's name. */
export type HelpPage = {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
};
/** `where`: the part of the desk that uses the term. */
export type Term = { readonly term: Line; readonly means: Line; readonly where: Line };
/** A part of a page, from one heading to the next. */
export type Section = { readonly page: HelpPage; readonly heading: string; readonly text: string };

/** `text`: its Markdown. */
export function pageOf(id: string, text: string): HelpPage {
  const blocks = blocksOf(text);
  const title = blocks.find(({ kind }) => kind === 'title');
  return {
    id,
    title: title ? textOf(title) : id,
    blocks: blocks.filter(({ kind }) => kind !== 'title'),
  };
}

/** The terms of the glossary, in its order. */
export const termsOf = (glossary: string): Term[] =>
  blocksOf(glossary).flatMap((block) =>
    block.kind === 'table'
      ? block.rows.map(([term = [], means = [], where = []]) => ({ term, means, where }))
      : [],
  );

export function sectionsOf(page: HelpPage): Section[] {
  const sections: { heading: string; texts: string[] }[] = [{ heading: page.title, texts: [] }];
  for (const block of page.blocks)
    if (block.kind === 'heading') sections.push({ heading: textOf(block), texts: [] });
    else sections.at(-1)?.texts.push(textOf(block));
  return sections.map(({ heading, texts }) => ({ page, heading, text: texts.join(' ') }));
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Sections and terms that have every word of the query, in any order; terms that match by name come first. */
export function search(
  question: string,
  { terms, pages }: { terms: readonly Term[]; pages: readonly HelpPage[] },
): { terms: readonly Term[]; sections: readonly Section[] } {
  const words = folded(question).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { terms: [], sections: [] };
  const has = (text: string): boolean => words.every((word) => folded(text).includes(word));
  const isNamed = ({ term }: Term): boolean => has(plainText(term));
  const found = terms.filter(({ term, means, where }) =>
    has([term, means, where].map(plainText).join(' ')),
  );
  return {
    terms: [...found.filter(isNamed), ...found.filter((term) => !isNamed(term))],
    sections: pages.flatMap(sectionsOf).filter(({ heading, text }) => has(`${heading} ${text}`)),
  };
}

/** An excerpt of a text around the first matching word. */
export function excerpt(text: string, question: string, length = 160): string {
  const [word = ''] = folded(question).split(/\s+/).filter(Boolean);
  const at = Math.max(0, folded(text).indexOf(word) - length / 3);
  const begin = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const cut = text.slice(begin, begin + length);
  return `${begin > 0 ? '… ' : ''}${cut}${begin + length < text.length ? ' …' : ''}`;
}
