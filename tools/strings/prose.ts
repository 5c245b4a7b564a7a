/** One text that the window can show, with its line. */
export type ShownText = { readonly line: number; readonly text: string };

/** Attributes and properties that hold text for a reader, also where it is one small word. */
const textNames =
  /^(label|title|text|hint|placeholder|confirm|subject|words?|message|advice|next|what|aria-(label|description|roledescription|valuetext|placeholder))$/;

/** Attributes and properties whose text is for the program. */
const programNames =
  /^(class|cell|style|id|for|type|name|kind|tone|keys?|role|href|src|d|viewBox|fill|stroke|transform|slot|autocomplete|inputmode|accept|rel|target|scope|method|pattern|code|group|operation|aria-.*|width|columns?|font|look|narrow)$/;

const identifier = /^[\w$]+([-.:/#][\w$*]+)+$|^[a-z]+[A-Z]\w*$|^[A-Z][A-Z_\d]*$/;
const program =
  /^\.{0,2}\/|^https?:|^[.#[][\w-]+|[{};]\s*$|^\(?(min|max|prefers)-|^minmax\(|^application\/|var\(--|^[a-z]+, [a-z]+$|^[\da-f ]+$/;

/** What is longer is a table of data, not a text for a reader. */
const longest = 800;

/** Returns the text on one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll('{…}', ''));

/** Has it a space, or begins it with a capital letter, and is it no name, path, style or code? */
function isProse(text: string): boolean {
  const trimmed = text.replaceAll('{…}', ' ').trim();
  if (!hasLetters(trimmed) || trimmed.length > longest) return false;
  if (identifier.test(trimmed) || program.test(trimmed)) return false;
  return /^\p{Lu}/u.test(trimmed) || /\S\s\S/.test(text.trim());
}

/** Can a reader see a text under this attribute or property? Without a name: as an argument, a value, or in a script. */
export function isShown(text: string, name = ''): boolean {
  if (textNames.test(name)) return hasLetters(text);
  return !programNames.test(name) && isProse(text);
}

/** Can a reader see it as a node of text? */
export const isShownNode = hasLetters;
