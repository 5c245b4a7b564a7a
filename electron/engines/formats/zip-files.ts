// Of the two editions the one without threads: the other declares a `require` of its own, which a bundle declares too.
import { strToU8, zipSync } from 'fflate/browser';

/** Texts as the files of a zip archive, by their names. */
export const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
