/** The number of bytes from which the type of a file is detected. */
const beginningBytes = 4_096;

/** How a dropped file begins, as text; empty where it cannot be read. */
export const beginningOf = (file: File): Promise<string> =>
  file
    .slice(0, beginningBytes)
    .text()
    .catch(() => '');

/** A new transfer with the remaining files: the dropped one is only valid during its event. */
export function transferOf(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}
