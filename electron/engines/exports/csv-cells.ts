/** A cell, whatever is in it. */
export function quoted(text: string): string {
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}

/** Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function disarmed(text: string): string {
  return /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text;
}
