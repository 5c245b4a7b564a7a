import { printParseErrorCode, visit } from 'jsonc-parser';

import { isTooDeep, lineAt } from '../../../../shared/json/json-places.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';

/** Parses hand-written JSON with comments. The error names line and column. */
export function parseJsonText(text: string): Result<unknown, string> {
  const marked = text.replace(/^\uFEFF/, ' ');
  if (isTooDeep(marked)) return err('nested too deeply');
  const fault = faultIn(marked);
  // `JSON.parse` makes every name an own member, `__proto__` too.
  return fault === null ? ok(JSON.parse(plainJson(marked))) : err(fault);
}

/** Replaces comments with blanks, so that lines and columns stay the same. */
export const plainJson = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) =>
    match.startsWith('"') ? match : match.replace(/[^\n]/g, ' '),
  );

/** Returns where and why a text is not JSON; null where it is. */
function faultIn(text: string): string | null {
  let first: string | null = null;
  visit(text, {
    onError: (code, offset, length) => {
      first ??= placed(
        text,
        printParseErrorCode(code),
        text.slice(offset, offset + length),
        offset,
      );
    },
  });
  return first;
}

/** The longest valid prefix of a quoted text. */
const soundText = /^"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*/iu;

/** The parse errors inside a quoted text. */
const faultsOfTexts: ReadonlySet<string> = new Set([
  'UnexpectedEndOfString',
  'InvalidCharacter',
  'InvalidEscapeCharacter',
  'InvalidUnicode',
]);

function placed(text: string, fault: string, token: string, offset: number): string {
  const sound = faultsOfTexts.has(fault) ? soundText.exec(token)?.[0].length : 0;
  const at = offset + (sound ?? 0);
  const line = String(lineAt(text, at));
  const column = String(at - text.lastIndexOf('\n', at - 1));
  return `not valid JSON at line ${line}, column ${column}: ${reasonOf(fault, at === text.length)}`;
}

const reasons: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a name in quotation marks',
  ColonExpected: "expected ':' after the name",
  CommaExpected: "expected ',' or the end of the record or list",
  UnexpectedEndOfComment: 'a comment is not closed by */',
  UnexpectedEndOfString: 'a text runs over the end of its line',
  InvalidCharacter: 'a text holds a tab or another character that has to be written as an escape',
};

function reasonOf(fault: string, isAtEnd: boolean): string {
  if (isAtEnd)
    return fault === 'UnexpectedEndOfString'
      ? 'a text is not closed by a quotation mark'
      : 'the text ends too early';
  return (
    reasons[fault] ?? 'unexpected character; look for a missing or extra comma or quotation mark'
  );
}
