import { err, ok, type Result } from '../../../../../shared/result.ts';
import { balancesIn, type Balances } from './mt940/balances.ts';
import { fieldsIn, hasTooMany, messagesOf, type Field } from './mt940/fields.ts';
import { linesIn } from './mt940/lines.ts';
import { textOfBytes } from './source-text.ts';
import type { SourceEntry } from './source.ts';
import { dayAfter, type ParsedStatement } from './account-statements.ts';

/**
 * Reads every statement of an MT940 file of any account, in a SWIFT envelope or bare, in one message or in consecutive ones.
 * Narration and references are not compared: the format truncates them, and banks rewrite them. A line that cannot be read in exactly
 * one way is left out; a note names it.
 */
export function statementsInMt940(bytes: Uint8Array): Result<readonly ParsedStatement[], string> {
  const text = textOfBytes(bytes);
  const all = fieldsIn(text);
  if (hasTooMany(all))
    return err('It has more entries than the desk reads: ask the bank for fewer days in one file.');
  const messages = messagesOf(all).filter((message) => message.some(({ tag }) => hasContent(tag)));
  const others = messages.filter(isOtherMessage).length;
  const read = messages.filter((message) => !isOtherMessage(message)).map(statementIn);
  if (read.length === 0) return err(otherMessage(text) ?? 'There is no statement in it.');
  const [first, ...rest] = read.filter(({ firstDay }) => firstDay !== undefined);
  const undated = read.filter(({ firstDay }) => firstDay === undefined);
  const lost = undated.flatMap(({ notes }) => notes);
  if (!first) return err(`No line and no balance of it can be read. ${lost.join(' ')}`);
  return ok([
    {
      ...first,
      unread: unreadIn([first, ...undated]),
      notes: [...first.notes, ...lost, ...othersLeftOut(others)],
    },
    ...rest,
  ]);
}

const unreadIn = (statements: readonly ParsedStatement[]): number =>
  statements.reduce((count, { unread = 0 }) => count + unread, 0);

const othersLeftOut = (count: number): string[] =>
  count === 0
    ? []
    : [
        count === 1
          ? 'One message of the file is no statement (MT941, MT942) and is left out.'
          : `${String(count)} messages of the file are no statements (MT941, MT942) and are left out.`,
      ];

/** Is it the tag of a line, of a balance, or of what interim reports have instead of balances? */
const hasContent = (tag: string): boolean => /^(?:6|13|34|90)/.test(tag);

function statementIn(fields: readonly Field[]): ParsedStatement {
  const balances = balancesIn(fields);
  const { opening, closing, currency } = balances;
  const { entries, unread, notes } = linesIn(fields, balances);
  return {
    namedAccount: accountIn(fields.find(({ tag }) => tag.startsWith('25'))?.value ?? '', currency),
    head: {
      ...(currency === undefined ? {} : { currency }),
      ...(opening ? { opening: opening.amount } : {}),
      ...(closing ? { closing: closing.amount } : {}),
    },
    ...daysOf(balances, entries),
    ...{ entries, unread },
    notes: [...balances.notes, ...notes],
  };
}

/** Returns the days. The opening balance is of the evening before if nothing was booked on its day; the closing one is of the last day. */
function daysOf({ opening, closing }: Balances, entries: readonly SourceEntry[]) {
  const first = [
    ...entries.flatMap(({ date }) => date ?? []),
    ...(closing ? [closing.date] : []),
  ].sort()[0];
  const isEvening = opening !== undefined && opening.date < (first ?? '');
  return {
    firstDay: isEvening ? dayAfter(opening.date) : (opening?.date ?? first),
    lastDay: closing?.date,
  };
}

/** Returns the account after the bank's code, without the currency that some banks append. */
function accountIn(value: string, currency = ''): string {
  const number = (value.replace(/\n.*/s, '').split('/').at(-1) ?? '').trim();
  return currency !== '' && number.endsWith(currency) ? number.slice(0, -3).trim() : number;
}

/** Messages that look like statements, and what each is. */
const otherMessages: Readonly<Record<string, string>> = {
  '900': 'an advice of one debit',
  '910': 'an advice of one credit',
  '941': 'a balance report',
  '942': 'an interim report of the day’s movements so far',
};

/**
 * Is the message an intraday report (MT942) or a balance report (MT941)? An intraday report has no balances; both count their
 * entries (90).
 */
function isOtherMessage(message: readonly Field[]): boolean {
  const has = (...tags: string[]): boolean => message.some(({ tag }) => tags.includes(tag));
  const counted = message.some(({ tag, value }) => tag.startsWith('90') && /^0*[1-9]/.test(value));
  return has('60F', '60M', '62F', '62M')
    ? counted && !has('61')
    : has('13', '13D', '34F', '90C', '90D');
}

/** Names the kind of a file without a statement, in sentences; null if it is unknown. */
function otherMessage(text: string): string | null {
  const [, number] = /\{2:[IO](9\d\d)/.exec(text) ?? [];
  const isCounted = /^:(?:34F|13D?|90[CD]):/m.test(text);
  // Without an envelope, balances identify a balance report.
  const bare = /^:6[02][FM]:/m.test(text) ? '941' : '942';
  const type = number ?? (isCounted ? bare : '');
  const what = otherMessages[type];
  return what === undefined
    ? null
    : `The file is an MT${type}, ${what}, and no statement: it has no ${type === '941' ? 'entries' : 'balances that prove it is whole'}. Use the MT940 or camt.053 of that day instead.`;
}
