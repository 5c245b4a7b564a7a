const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Text between two tags, or within quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"\r]/g, (sign) => escapes[sign] ?? sign);

/** Replaces characters that XML does not allow, control characters but three and lone surrogates, with the replacement character. */
export const legalXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
