/** Media types whose bytes are text. */
const wordy = /^\s*(text\/|application\/([\w.+-]+\+)?(json|xml|xhtml)|$)/i;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Returns the readable text of a page, without markup, scripts and styles. Empty where the media type is not text. */
export function textOfPage(bytes: Uint8Array, contentType: string): string {
  if (!wordy.test(contentType)) return '';
  const text = new TextDecoder().decode(bytes);
  return text
    .replace(/<!--[^]*?(-->|$)/g, ' ')
    .replace(/<(script|style|template)\b[^]*?(<\/\1[^<>]*>?|$)/gi, ' ')
    .replace(/<[a-z!?/][^<>]*>?/gi, ' ')
    .replace(/&(#x?[\da-f]{1,6}|[a-z]{1,6});/gi, (entity, name: string) => charOf(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

function charOf(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : undefined;
}
