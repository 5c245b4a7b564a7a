/**
 * Invisible characters that are pasted along with visible ones: zero-width and direction marks. Joiners of Indic and Arabic letters stay.
 */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Puts a text on one line, without invisible characters, repeated blanks, and blanks at its ends. */
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
