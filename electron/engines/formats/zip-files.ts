// Use the build without threads: the other declares its own `require`, and so does the bundle.
import { strToU8, zipSync } from 'fflate/browser';

/** Returns a zip archive of texts, by their file names. */
export const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
