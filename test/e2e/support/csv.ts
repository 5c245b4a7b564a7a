/** Reads a CSV file of ours, every cell quoted, into a record per line by the names of its first line. */
export function csvRows(text: string): Record<string, string>[] {
  const [head = [], ...lines] = text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(1, -1).split('","'))
    .map((cells) => cells.map((cell) => cell.replaceAll('""', '"')));
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}
