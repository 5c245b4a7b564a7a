/**
 * The Markdown that our own guide and glossary are written in, as data: headings, paragraphs, lists, tables and code; bold, code and
 * links between pages within a line. Pictures are left out, and so is everything that is not ours to write there. Nothing becomes HTML.
 */
export type Piece = {
  readonly text: string;
  readonly as: 'plain' | 'strong' | 'code' | 'link';
  /** The page that a link leads to. */
  readonly page?: string;
};
export type Line = readonly Piece[];
export type Block =
  | { readonly kind: 'title' | 'heading' | 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly Line[][] }
  | { readonly kind: 'code'; readonly text: string };

/** The blocks of a text, in their order. */
export function blocksOf(markdown: string): Block[] {
  const parts = markdown
    .replaceAll('\r', '')
    .split(/(```[^\n]*\n[\s\S]*?\n```)/)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)));
  return parts.map((part) => part.replace(/^\n+|\n+$/g, '')).flatMap(blockOf);
}

/** A line as a person reads it, without its marks. */
export const plainText = (line: Line): string => line.map(({ text }) => text).join('');

/** The whole text of a block. */
export function textOf(block: Block): string {
  if (block.kind === 'code') return block.text;
  if (block.kind === 'list') return block.items.map(plainText).join(' ');
  if (block.kind === 'table')
    return [block.head, ...block.rows].map((cells) => cells.map(plainText).join(' ')).join(' ');
  return plainText(block.line);
}

function blockOf(part: string): Block[] {
  if (part === '' || part.startsWith('![')) return [];
  if (part.startsWith('```'))
    return [{ kind: 'code', text: part.split('\n').slice(1, -1).join('\n') }];
  const [, marks, words = ''] = /^(#+) (.*)$/.exec(part) ?? [];
  if (marks) return [{ kind: marks === '#' ? 'title' : 'heading', line: lineOf(words) }];
  if (part.startsWith('|')) return [tableOf(part.split('\n'))];
  const [first = ''] = part.split('\n');
  if (itemMark.test(first)) return [listOf(part)];
  return [{ kind: 'paragraph', line: lineOf(part.replaceAll('\n', ' ')) }];
}

const itemMark = /^(?:\d+\.|[-*]) /;

function listOf(part: string): Block {
  const items = part.split(/\n(?=(?:\d+\.|[-*]) )/);
  return {
    kind: 'list',
    isNumbered: /^\d/.test(part),
    items: items.map((item) => lineOf(item.replace(itemMark, '').replace(/\n\s*/g, ' '))),
  };
}

function tableOf(lines: readonly string[]): Block {
  const cellsOf = (line: string): Line[] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => lineOf(cell.trim()));
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
}

const marked = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<words>[^\]]+)\]\((?<to>[^)]+)\)/g;

function lineOf(text: string): Line {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(marked)) {
    if (found.index > at) pieces.push({ text: text.slice(at, found.index), as: 'plain' });
    at = found.index + found[0].length;
    const { strong, code, words = '', to = '' } = found.groups ?? {};
    const page = /^(?<name>[\w-]+)\.md/.exec(to)?.groups?.['name'];
    if (strong !== undefined) pieces.push({ text: strong, as: 'strong' });
    else if (code !== undefined) pieces.push({ text: code, as: 'code' });
    else pieces.push(page ? { text: words, as: 'link', page } : { text: words, as: 'plain' });
  }
  if (at < text.length) pieces.push({ text: text.slice(at), as: 'plain' });
  return pieces;
}
