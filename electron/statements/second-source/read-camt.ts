import { addDays, isIsoDate } from '../../../shared/calendar.ts';
import { limits } from '../../../shared/limits.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { createTurns } from '../../files/turns.ts';
import { readXml, type Attributes, type XmlEar } from '../../files/xml-elements.ts';
import { textOfBytes } from './source-text.ts';
import type { SourceEntry, SourceHead } from './source.ts';
import { dayAfter, type ToldStatement } from './tellings.ts';

/** The texts of one balance or entry, by the names of the elements that lead to them from there. */
type Texts = Map<string, string>;

/**
 * Every statement of a camt.053 of any version (ISO 20022, BankToCustomerStatement), of whatever accounts. Its narration and references are
 * not compared: banks write them otherwise than they answer them.
 */
export async function statementsInCamt(
  bytes: Uint8Array,
): Promise<Result<readonly ToldStatement[], string>> {
  const ear = new CamtEar();
  const isProper = await readXml(textOfBytes(bytes), ear, createTurns());
  if (!isProper) return err('The file is no proper XML, or its end is missing.');
  if (ear.statements.length === 0) return err('The file is XML, but no camt.053 statement.');
  if (ear.repeated)
    return err(
      `Line ${String(ear.repeated.line)} has a second ${ear.repeated.name}, of which there is one at most: nothing of the file was read.`,
    );
  if (ear.entryCount > limits.secondSourceEntriesMax)
    return err('It has more entries than the desk reads: ask the bank for fewer days in one file.');
  return ok(ear.statements.map(toldStatement));
}

/** The texts of one part, and what of its elements is there once at most. */
type Part = { readonly texts: Texts; readonly seen: Set<string> };

/** An entry's own texts, and the words of all that it holds: a batch has one entry and many transactions. */
type HeardEntry = Part & { readonly words: Set<string> };

/** What was heard of one statement. */
type Heard = { readonly head: Part; readonly balances: Part[]; readonly entries: HeardEntry[] };

/** References of an entry, its batch and its transactions, who stands on the other side by name, and what was said to them. */
const isWord = (place: string): boolean =>
  /(^|\/)(Refs|RmtInf)\/|(^|\/)RltdPties\/.*Nm$|(^|\/)Btch\/(MsgId|PmtInfId)$|(^|\/)AddtlNtryInf$/.test(
    place,
  ) && !/Amt(\/|$|@)/.test(place);

/** Elements of a balance, an entry and a statement’s head that are there once at most; of those in one text, one alone. */
const singles = {
  Bal: [...['Amt', 'CdtDbtInd', 'Tp', 'Tp/CdOrPrtry', 'Tp/CdOrPrtry/Cd', 'Dt'], 'Dt/Dt Dt/DtTm'],
  Ntry: [
    ...['Amt', 'CdtDbtInd', 'Sts', 'Sts/Cd', 'BookgDt', 'BookgDt/Dt BookgDt/DtTm', 'ValDt'],
    ...['ValDt/Dt ValDt/DtTm', 'AcctSvcrRef', 'NtryRef'],
  ],
  head: [
    ...['Acct', 'Acct/Id', 'Acct/Id/IBAN Acct/Id/Othr', 'Acct/Id/Othr/Id', 'Acct/Ccy', 'FrToDt'],
    ...['FrToDt/FrDtTm FrToDt/FrDt', 'FrToDt/ToDtTm FrToDt/ToDt'],
  ],
} as const;

const seatsOf = (places: readonly string[]): ReadonlyMap<string, string> =>
  new Map(places.flatMap((seat) => seat.split(' ').map((place) => [place, seat] as const)));
const seats = {
  ...{ Bal: seatsOf(singles.Bal), Ntry: seatsOf(singles.Ntry), head: seatsOf(singles.head) },
};

const newPart = (): Part => ({ texts: new Map(), seen: new Set() });

/** Envelopes of banks may lie around a message. */
const beginnings = ['Document', 'BkToCstmrStmt'];

class CamtEar implements XmlEar {
  readonly statements: Heard[] = [];
  entryCount = 0;
  /** The first element that is there again, though there is one at most. */
  repeated: { readonly name: string; readonly line: number } | null = null;
  /** Names of the open elements inside the statement. */
  #path: string[] = [];
  #isInside = false;

  get isDone(): boolean {
    return this.entryCount > limits.secondSourceEntriesMax || this.repeated !== null;
  }

  begins(name: string): boolean {
    return beginnings.includes(name);
  }

  open(name: string, attributes: Attributes, line: number): void {
    if (name === 'Stmt' && !this.#isInside) {
      this.statements.push({ head: newPart(), balances: [], entries: [] });
      this.#isInside = true;
      return;
    }
    const statement = this.statements.at(-1);
    if (!this.#isInside || !statement) return;
    this.#path.push(name);
    if (this.#path.length === 1 && name === 'Bal') statement.balances.push(newPart());
    if (this.#path.length === 1 && name === 'Ntry') {
      statement.entries.push({ ...newPart(), words: new Set() });
      this.entryCount += 1;
    }
    this.#seat(name, line);
    if (name === 'Amt' && attributes['Ccy'] !== undefined && this.#path.length === 2)
      this.#note('Amt@Ccy', attributes['Ccy']);
  }

  close(name: string, text: string): void {
    if (name === 'Stmt' && this.#path.length === 0) this.#isInside = false;
    if (this.#isInside && text.trim() !== '') this.#note(this.#place(), text.trim());
    this.#path.pop();
  }

  /** The names from the part on to the open element. */
  #place(): string {
    const [part] = this.#path;
    return this.#path.slice(part === 'Bal' || part === 'Ntry' ? 1 : 0).join('/');
  }

  #part(): Part | undefined {
    const [part] = this.#path;
    const statement = this.statements.at(-1);
    if (part === 'Bal') return statement?.balances.at(-1);
    return part === 'Ntry' ? statement?.entries.at(-1) : statement?.head;
  }

  #seat(name: string, line: number): void {
    const [part] = this.#path;
    const seat = seats[part === 'Bal' || part === 'Ntry' ? part : 'head'].get(this.#place());
    const seen = this.#part()?.seen;
    if (seat === undefined || !seen) return;
    if (seen.has(seat)) this.repeated ??= { name, line };
    seen.add(seat);
  }

  /** The first of a name counts, since a batch has many transactions; but every word of it does. */
  #note(place: string, text: string): void {
    const entry = this.#path[0] === 'Ntry' ? this.statements.at(-1)?.entries.at(-1) : undefined;
    if (entry && isWord(place) && text !== 'NOTPROVIDED') entry.words.add(text);
    const texts = this.#part()?.texts;
    if (texts && !texts.has(place)) texts.set(place, text);
  }
}

function toldStatement(heard: Heard): ToldStatement {
  const { balances, entries } = heard;
  const head = heard.head.texts;
  const booked = entries.filter(({ texts }) => isBooked(texts));
  const left = entries.length - booked.length;
  const iban = head.get('Acct/Id/IBAN');
  const openedOn = dayOfBalance(balances, 'OPBD');
  const evening = dayOfBalance(balances, 'PRCD');
  const toldFrom = (head.get('FrToDt/FrDtTm') ?? head.get('FrToDt/FrDt'))?.slice(0, 10);
  return {
    toldAccount: iban ?? head.get('Acct/Id/Othr/Id') ?? '',
    head: headOf(heard),
    firstDay: toldFrom ?? openedOn ?? (evening === undefined ? undefined : dayAfter(evening)),
    lastDay: lastDayOf(head) ?? dayOfBalance(balances, 'CLBD'),
    entries: booked.map(entryOf),
    notes:
      left === 0
        ? []
        : [
            left === 1
              ? 'One entry of it is not booked yet and is left out.'
              : `${left} entries of it are not booked yet and are left out.`,
          ],
  };
}

/** Pending and informational entries are no part of the balances. */
const isBooked = (texts: Texts): boolean =>
  ['BOOK', undefined].includes(texts.get('Sts') ?? texts.get('Sts/Cd'));

/** A period that ends at midnight ends with the day before. */
function lastDayOf(head: Texts): string | undefined {
  const end = head.get('FrToDt/ToDtTm') ?? head.get('FrToDt/ToDt');
  const begin = head.get('FrToDt/FrDtTm') ?? '';
  const isMidnight = end !== undefined && end.includes('T00:00:00') && begin.slice(0, 10) < end;
  const day = end?.slice(0, 10);
  return day !== undefined && isMidnight && isIsoDate(day) && day > begin.slice(0, 10)
    ? addDays(day, -1)
    : day;
}

const dayOfBalance = (balances: readonly Part[], kind: string): string | undefined => {
  const texts = balances.find((one) => one.texts.get('Tp/CdOrPrtry/Cd') === kind)?.texts;
  return (texts?.get('Dt/Dt') ?? texts?.get('Dt/DtTm'))?.slice(0, 10);
};

function entryOf({ texts, words }: HeardEntry): SourceEntry {
  const side = texts.get('CdtDbtInd');
  const direction = side === 'DBIT' ? 'debit' : side === 'CRDT' ? 'credit' : side;
  const date = texts.get('BookgDt/DtTm') ?? texts.get('BookgDt/Dt');
  const currency = texts.get('Amt@Ccy');
  const amount = texts.get('Amt');
  return {
    id: texts.get('AcctSvcrRef') ?? texts.get('NtryRef') ?? '',
    ...(direction === undefined ? {} : { direction }),
    ...(amount === undefined ? {} : { amount }),
    ...(currency === undefined ? {} : { currency }),
    ...(date === undefined ? {} : { date: date.slice(0, 10) }),
    words: [...words],
  };
}

function headOf({ head, balances }: Heard): SourceHead {
  const opening = balanceOf(balances, ['OPBD', 'PRCD']);
  const closing = balanceOf(balances, ['CLBD']);
  const currency = head.texts.get('Acct/Ccy') ?? balances[0]?.texts.get('Amt@Ccy');
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(opening === undefined ? {} : { opening }),
    ...(closing === undefined ? {} : { closing }),
  };
}

function balanceOf(balances: readonly Part[], kinds: readonly string[]): string | undefined {
  const found = kinds
    .map((kind) => balances.find(({ texts }) => texts.get('Tp/CdOrPrtry/Cd') === kind)?.texts)
    .find((texts) => texts !== undefined);
  const amount = found?.get('Amt');
  return amount === undefined
    ? undefined
    : `${found?.get('CdtDbtInd') === 'DBIT' ? '-' : ''}${amount}`;
}
