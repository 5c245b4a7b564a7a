import { seenText } from '../../../ui/text/unseen-letters.ts';

/** The bank's address of a file, to be read and copied; nothing of it is ever opened. */
export type StoredFile = {
  /** The machine that the address leads to, as a browser would find it; null where it is no web address. */
  readonly host: string | null;
  /** The address with only visible letters. */
  readonly text: string;
  /** It held invisible or direction-changing characters: they are shown as their codes. */
  readonly wasHidden: boolean;
};

/** Longer than any address in use; more is not drawn, nor copied. */
const shownMax = 2_000;

/**
 * One address of `uploadedFiles` (section 2, Sub-client document), made safe to display: it comes from outside and may contain anything.
 * The host is shown separately, since `https://bank.example@elsewhere.example/` leads elsewhere.
 */
export function storedFile(address: string): StoredFile {
  const cut = address.length > shownMax ? `${address.slice(0, shownMax)}…` : address;
  const text = seenText(cut);
  return { host: hostOf(address), text, wasHidden: text !== cut };
}

function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url.host : null;
}
