import { err, ok, type Result } from '../../shared/result.ts';
import { faultIn } from './json-fault.ts';

const commentOrText = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Parses JSON that a person wrote, comments allowed; the error tells line and column. */
export function parseJsonText(text: string): Result<unknown, string> {
  const plain = plainJson(text);
  if (isTooDeep(plain)) return err('nested too deeply');
  try {
    return ok(JSON.parse(plain));
  } catch (error) {
    return err(placed(plain, error instanceof Error ? error.message : ''));
  }
}

/** The text as strict JSON, character by character where it was. */
export const plainJson = (text: string): string =>
  text.replace(/^\uFEFF/, ' ').replace(commentOrText, blankComment);

/** Far deeper than a bank file goes, and far from where a reader that follows it down runs out of room. */
const depthMax = 64;

function isTooDeep(plain: string): boolean {
  let depth = 0;
  for (const [mark] of plain.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += mark === '[' || mark === '{' ? 1 : -1;
    if (depth > depthMax) return true;
  }
  return false;
}

/** Comments become blanks, so that lines and columns stay. */
const blankComment = (match: string): string =>
  match.startsWith('"') ? match : match.replace(/[^\n]/g, ' ');

function placed(text: string, words: string): string {
  const position = Number(/at position (\d+)/.exec(words)?.[1] ?? faultIn(text.trimEnd()));
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
