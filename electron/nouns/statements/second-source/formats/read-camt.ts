import { addDays, isIsoDate } from '../../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { isoMessageName } from '../../../../engines/files/iso-20022.ts';
import { createTurns } from '../../../../engines/files/turns.ts';
import { readXml } from '../../../../engines/files/xml-elements.ts';
import { xmlText } from '../../../../engines/files/xml-text.ts';
import { balancesOf, dayOfBalance } from './camt/balances.ts';
import {
  CamtHandler,
  type CamtStatement,
  type StatementKind,
  type Texts,
} from './camt/elements.ts';
import { entriesIn } from './camt/entries.ts';
import { textOfBytes } from './source-text.ts';
import { statementFormats } from './source.ts';
import { dayAfter, type ParsedStatement } from './account-statements.ts';

/**
 * Reads every statement of a camt.053, report of a camt.052 or notification of a camt.054 of any version (ISO 20022), of any account.
 * Narration and references are not compared: banks write them differently than in their API responses.
 */
export async function statementsInCamt(
  bytes: Uint8Array,
): Promise<Result<readonly ParsedStatement[], string>> {
  const handler = new CamtHandler();
  const isProper = await readXml(textIn(bytes), handler, createTurns());
  if (!isProper) return err('The file is no proper XML, or its end is missing.');
  if (handler.statements.length === 0) return err(otherMessage(handler));
  if (handler.entryCount > limits.secondSourceEntriesMax)
    return err('It has more entries than the desk reads: ask the bank for fewer days in one file.');
  const [repeated] = handler.statements.flatMap(({ head, balances }) =>
    [head, ...balances].flatMap((part) => part.repeated ?? []),
  );
  return repeated
    ? err(
        `Line ${String(repeated.line)} has a second ${repeated.name} above the entries, where there is one at most: nothing of the file was read.`,
      )
    : ok(withoutRepeatedEntries(handler.statements.map(parsedStatement)));
}

/** Decodes the file in its declared encoding, or like every other statement file if the declaration is wrong. */
function textIn(bytes: Uint8Array): string {
  const text = xmlText(bytes);
  return text.ok ? text.value : textOfBytes(bytes);
}

/** Names a message without entries, in sentences. */
function otherMessage({ message }: CamtHandler): string {
  const name = message && isoMessageName(message.namespace, message.element);
  return name === null
    ? 'The file is XML, but no camt.052, camt.053 or camt.054.'
    : `The file is ${name}, and has no entries of an account. Drop ${statementFormats} instead.`;
}

/** The kinds that may lack entries of their days. */
const excerpts: Readonly<Record<StatementKind, string | null>> = {
  Stmt: null,
  Rpt: 'an intraday report (camt.052)',
  Ntfctn: 'a notification (camt.054)',
};

function parsedStatement(statement: CamtStatement): ParsedStatement {
  const { kind, balances } = statement;
  const head = statement.head.texts;
  const excerpt = excerpts[kind];
  const days = daysOf(statement);
  const { entries, unread, notes } = entriesIn(statement.entries, days);
  const { opening, closing, currency, notes: balanceNotes } = balancesOf(balances);
  const accountCurrency = head.get('Acct/Ccy') ?? currency ?? entries[0]?.currency;
  return {
    namedAccount: head.get('Acct/Id/IBAN') ?? head.get('Acct/Id/Othr/Id') ?? '',
    head: {
      ...(accountCurrency === undefined ? {} : { currency: accountCurrency }),
      ...(opening === undefined ? {} : { opening }),
      ...(closing === undefined ? {} : { closing }),
    },
    ...(entries.length === 0 && excerpt !== null ? withDayOfMaking(days, head) : days),
    ...{ entries, unread, notes: [...balanceNotes, ...notes] },
    ...(excerpt !== null && { excerpt }),
  };
}

type Days = Pick<ParsedStatement, 'firstDay' | 'lastDay'>;

function daysOf({ kind, head: { texts }, balances }: CamtStatement): Days {
  const evening = dayOfBalance(balances, 'PRCD');
  const periodStart = (texts.get('FrToDt/FrDtTm') ?? texts.get('FrToDt/FrDt'))?.slice(0, 10);
  const interim = kind === 'Stmt' ? undefined : dayOfBalance(balances, 'ITBD');
  return {
    firstDay: periodStart ?? dayOfBalance(balances, 'OPBD') ?? (evening && dayAfter(evening)),
    lastDay: lastDayOf(texts) ?? dayOfBalance(balances, 'CLBD') ?? interim,
  };
}

/** Fills missing days: a report or notification without an entry, a period and balances is of the day on which it was made. */
function withDayOfMaking({ firstDay, lastDay }: Days, head: Texts): Days {
  const made = head.get('CreDtTm')?.slice(0, 10);
  return { firstDay: firstDay ?? lastDay ?? made, lastDay: lastDay ?? made };
}

/** Returns the last day of the period. A period that ends at midnight ends with the previous day. */
function lastDayOf(head: Texts): string | undefined {
  const end = head.get('FrToDt/ToDtTm') ?? head.get('FrToDt/ToDt');
  if (end === undefined) return undefined;
  const [begin, day] = [head.get('FrToDt/FrDtTm') ?? '', end.slice(0, 10)];
  return end.includes('T00:00:00') && isIsoDate(day) && day > begin ? addDays(day, -1) : day;
}

/** Drops entries with a reference that an earlier report has too: each intraday report may start again from the morning. */
function withoutRepeatedEntries(statements: readonly ParsedStatement[]): ParsedStatement[] {
  const known = new Set<string>();
  return statements.map((statement) => {
    const { excerpt, namedAccount, entries, notes } = statement;
    if (excerpt === undefined) return statement;
    const keys = entries.map((entry) =>
      entry.id === '' ? '' : JSON.stringify([namedAccount, entry]),
    );
    const own = entries.filter((_, at) => !known.has(keys[at] ?? ''));
    for (const key of keys) if (key !== '') known.add(key);
    const again = entries.length - own.length;
    return again === 0 ? statement : { ...statement, entries: own, notes: [...notes, once(again)] };
  });
}

const once = (count: number): string =>
  count === 1
    ? 'One entry of it is in an earlier report of the file too and counts once.'
    : `${String(count)} entries of it are in an earlier report of the file too and count once.`;
