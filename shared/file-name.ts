const nameLengthMax = 100;
const nameScanMax = 1_000;

/** A file's name without a path, valid in a header and on any disk: at most 100 characters, with its ending. */
export function cleanFileName(name: string): string {
  const bare = name
    // Only the end, where name and ending are: longer names would take too long to scan.
    .slice(-nameScanMax)
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/["*:<>?|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(bare) ? `_${bare}` : bare;
  return shortened(safe === '' ? 'document' : safe);
}

function shortened(name: string): string {
  // By code points, so that none is cut in two.
  const letters = Array.from(name);
  if (letters.length <= nameLengthMax) return name;
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return `${letters.slice(0, nameLengthMax - ending.length).join('')}${ending}`;
}

/** The European Central Bank's own file of rates, by its name. */
export const isCentralBankFile = (name: string): boolean =>
  /^eurofxref[\w-]*( ?\(\d+\))?\.(csv|xml|zip)$/i.test(name);
