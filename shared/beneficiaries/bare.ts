/** Not to be seen, and pasted along with what can be: zero-width signs and marks of direction. Joiners of Indic and Arabic letters stay. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** A text on one line without what cannot be seen, blanks in a row, and blanks at its ends. */
export const tidyText = (text: string): string =>
  text.replace(unseen, '').replace(/\s+/gu, ' ').trim().normalize('NFC');

/** A number or code as it is compared and sent: capital letters and digits, nothing else. Full-width digits are digits. */
export const bareCode = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .normalize('NFKC');
