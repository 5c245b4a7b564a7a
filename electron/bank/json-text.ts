import { err, ok, type Result } from '../../shared/result.ts';

const commentOrText = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Parses JSON that a person wrote, comments allowed; the error tells line and column. */
export function parseJsonText(text: string): Result<unknown, string> {
  const plain = text.replace(/^\uFEFF/, '').replace(commentOrText, blankComment);
  try {
    return ok(JSON.parse(plain));
  } catch (error) {
    return err(placed(plain, error instanceof Error ? error.message : ''));
  }
}

/** Comments become blanks, so that lines and columns stay. */
const blankComment = (match: string): string =>
  match.startsWith('"') ? match : match.replace(/[^\n]/g, ' ');

function placed(text: string, words: string): string {
  const position = Number(/at position (\d+)/.exec(words)?.[1] ?? text.trimEnd().length);
  const lines = text.slice(0, position).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `not valid JSON at line ${String(lines.length)}, column ${String(column)}: ${reasonIn(words)}`;
}

/** The parser's reason without the piece of the file that it quotes. */
function reasonIn(words: string): string {
  if (/end of JSON/i.test(words)) return 'the text ends too early';
  if (/Unterminated string/i.test(words)) return 'a text is not closed by a quotation mark';
  if (/Bad control character/i.test(words)) return 'a text runs over the end of its line';
  const expected = /^Expected .*? in JSON/.exec(words)?.[0].replace(/ in JSON$/, '');
  if (expected) return expected.replace(/^E/, 'e');
  return 'unexpected character; look for a missing or extra comma or quotation mark';
}
