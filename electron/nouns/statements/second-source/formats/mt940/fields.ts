import { limits } from '../../../../../../shared/limits.ts';

export type Field = { readonly tag: string; readonly value: string };

/** The tags of statements, and those that identify other messages. */
const readTags: ReadonlySet<string> = new Set([
  ...['20', '25', '25P', '60F', '60M', '61', '62F', '62M', '86'],
  ...['13', '13D', '34F', '90C', '90D'],
]);

/** Matches a field, after an envelope or without one. Some banks put a control character before the first field. */
const fieldLine = /^[\0-\u001f]*(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/;

/** Returns the fields. A field continues until the next tag or the end of its message. Stops after more entries than are read. */
export function fieldsIn(text: string): Field[] {
  const fields: Field[] = [];
  let open: { tag: string; value: string } | null = null;
  let entries = 0;
  for (const line of linesOf(text)) {
    const [, tag, value] = fieldLine.exec(line) ?? [];
    if (tag !== undefined && value !== undefined) {
      open = readTags.has(tag) ? { tag, value } : null;
      if (open) fields.push(open);
      if (tag === '61') entries += 1;
      if (entries > limits.secondSourceEntriesMax) return fields;
    } else if (/^-(?:\}.*)?\s*$|^\{/.test(line)) open = null;
    else if (open) open.value += `\n${line}`;
  }
  return fields;
}

/** Are there more entries than are read? Nothing after them was read, so the whole file is refused. */
export const hasTooMany = (fields: readonly Field[]): boolean =>
  fields.reduce((count, { tag }) => count + (tag === '61' ? 1 : 0), 0) >
  limits.secondSourceEntriesMax;

/**
 * Returns the fields of each statement. A statement begins with its reference (20); if the bank writes none, with another account (25) or
 * the account after a closing balance. It continues in messages of the same account while its closing balance is intermediate (62M).
 */
export function messagesOf(fields: readonly Field[]): Field[][] {
  const messages: Field[][] = [];
  let current: Field[] | null = null;
  let reference: Field | null = null;
  for (const field of fields) {
    if (field.tag === '20') {
      reference = field;
      if (current && !goesOn(current)) current = null;
      continue;
    }
    const isOther = field.tag.startsWith('25') && !goesOnWith(current, field);
    if (current === null || isOther) {
      current = reference ? [reference] : [];
      messages.push(current);
    }
    reference = null;
    current.push(field);
  }
  if (reference && current === null) messages.push([reference]);
  return messages;
}

const goesOn = (message: readonly Field[]): boolean =>
  message.findLast(({ tag }) => tag.startsWith('62'))?.tag === '62M';

/** Does an account field (25) belong to the open message? */
function goesOnWith(message: readonly Field[] | null, account: Field): boolean {
  const own = message?.find(({ tag }) => tag.startsWith('25'));
  if (message === null || own === undefined) return message !== null;
  const isClosed = message.some(({ tag }) => tag === '62F');
  return !isClosed && own.value.trim() === account.value.trim();
}

/** Yields lines one by one: all at once would take the memory of the file again. Accepts the line ends of any system. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g;
  for (let at = 0; at < text.length; at = end.lastIndex) {
    end.lastIndex = at;
    const found = end.exec(text);
    yield text.slice(at, found?.index);
    if (found === null) return;
  }
}
