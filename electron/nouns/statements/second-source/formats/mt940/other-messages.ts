import type { Field } from './fields.ts';

/** Messages that look like statements, and what each is. */
const named: Readonly<Record<string, string>> = {
  '900': 'an advice of one debit',
  '910': 'an advice of one credit',
  '941': 'a balance report',
  '942': 'an interim report of the day’s movements so far',
};

/**
 * Is the message a report within the day (MT942) or of balances alone (MT941)? A report within the day has no balances; both count their
 * entries (90).
 */
export function isOtherMessage(message: readonly Field[]): boolean {
  const has = (pattern: RegExp): boolean => message.some(({ tag }) => pattern.test(tag));
  const counted = message.some(({ tag, value }) => tag.startsWith('90') && /^0*[1-9]/.test(value));
  return has(/^6[02]/) ? counted && !has(/^61$/) : has(/^(?:13|34|90)/);
}

/** Names a file that has no statement in it, in sentences; null where it cannot be named. */
export function otherMessage(text: string): string | null {
  const [, number] = /\{2:[IO](9\d\d)/.exec(text) ?? [];
  const type = number ?? (/^:(?:34F|13D?|90[CD]):/m.test(text) ? '942' : '');
  const what = named[type];
  return what === undefined
    ? null
    : `The file is an MT${type}, ${what}, and no statement: it has no balances that prove it is whole. Use the MT940 or camt.053 of that day instead.`;
}
