import { win32 } from 'node:path';

/** Names by which Windows opens a device, in every folder and with any extension. */
const device = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/**
 * Returns why a path names no file on Windows; null where it names one. A device discards the bytes, and a name that ends in a dot or a
 * space becomes another name.
 */
export function whyNoFileOnWindows(path: string): string | null {
  if (/^[\\/]{2}\.[\\/]/.test(path)) return 'it names a device';
  const { root } = win32.parse(path);
  const names = path.slice(root.length).split(/[\\/]/);
  return names.map(whyNot).find((reason) => reason !== null) ?? null;
}

function whyNot(name: string): string | null {
  if (name === '.' || name === '..') return null;
  // `nul.csv`, `nul .csv` and `nul:` are nul.
  const stem = name.replace(/[.:].*$/s, '').trimEnd();
  if (device.test(stem)) return `“${name}” is the name of a device on Windows`;
  if (/[. ]$/.test(name)) return `“${name}” ends in a dot or a space, which Windows leaves out`;
  return /[<>:"|?*\p{Cc}]/u.test(name)
    ? `“${name}” has a character that Windows allows in no name`
    : null;
}
