/** The type of a file is detected from this many bytes. */
const beginningBytes = 4_096;

/** How a dropped file begins, as text; empty where it cannot be read. */
export const beginningOf = (file: File): Promise<string> =>
  file
    .slice(0, beginningBytes)
    .text()
    .catch(() => '');

/** What was dropped dies with its event: the files that are left are handed on in another. */
export function transferOf(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}
