const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Escapes text for use between two tags, or within double quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"\r]/g, (sign) => escapes[sign] ?? sign);

/** Replaces characters that XML forbids (lone surrogates, and control characters except three) with the replacement character. */
export const legalXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
