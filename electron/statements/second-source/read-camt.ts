import { addDays, isIsoDate } from '../../../shared/calendar.ts';
import { limits } from '../../../shared/limits.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { createTurns } from '../../files/turns.ts';
import { readXml, type XmlEar } from '../../files/xml-elements.ts';
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
  if (ear.entryCount > limits.secondSourceEntriesMax)
    return err('It has more entries than the desk reads: ask the bank for fewer days in one file.');
  return ok(ear.statements.map(toldStatement));
}

/** An entry's own texts, and the words of all that it holds: a batch has one entry and many transactions. */
type HeardEntry = { readonly texts: Texts; readonly words: Set<string> };

/** What was heard of one statement. */
type Heard = { readonly head: Texts; readonly balances: Texts[]; readonly entries: HeardEntry[] };

/** References of an entry, its batch and its transactions, who stands on the other side by name, and what was said to them. */
const isWord = (place: string): boolean =>
  /(^|\/)(Refs|RmtInf)\/|(^|\/)RltdPties\/.*Nm$|(^|\/)Btch\/(MsgId|PmtInfId)$|(^|\/)AddtlNtryInf$/.test(
    place,
  ) && !/Amt(\/|$|@)/.test(place);

class CamtEar implements XmlEar {
  readonly statements: Heard[] = [];
  entryCount = 0;
  /** Names of the open elements inside the statement. */
  #path: string[] = [];
  #isInside = false;

  get isDone(): boolean {
    return this.entryCount > limits.secondSourceEntriesMax;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'Stmt' && !this.#isInside) {
      this.statements.push({ head: new Map(), balances: [], entries: [] });
      this.#isInside = true;
      return;
    }
    const statement = this.statements.at(-1);
    if (!this.#isInside || !statement) return;
    this.#path.push(name);
    if (this.#path.length === 1 && name === 'Bal') statement.balances.push(new Map());
    if (this.#path.length === 1 && name === 'Ntry') {
      statement.entries.push({ texts: new Map(), words: new Set() });
      this.entryCount += 1;
    }
    if (name === 'Amt' && attributes['Ccy'] !== undefined) this.#note('Amt@Ccy', attributes['Ccy']);
  }

  close(name: string): void {
    if (name === 'Stmt' && this.#path.length === 0) this.#isInside = false;
    this.#path.pop();
  }

  text(text: string): void {
    if (this.#isInside && text.trim() !== '') this.#note(this.#path.slice(1).join('/'), text);
  }

  /** The first of a name counts, since details of an entry repeat what stands above them; but every word of it does. */
  #note(place: string, text: string): void {
    const [part = ''] = this.#path;
    const statement = this.statements.at(-1);
    const entry = part === 'Ntry' ? statement?.entries.at(-1) : undefined;
    if (entry && isWord(place) && text.trim() !== 'NOTPROVIDED') entry.words.add(text.trim());
    const texts =
      part === 'Bal'
        ? statement?.balances.at(-1)
        : part === 'Ntry'
          ? entry?.texts
          : statement?.head;
    const name = part === 'Bal' || part === 'Ntry' ? place : `${part}/${place}`;
    const isOfEntry = !name.includes('@') || this.#path.length === 2;
    if (texts && isOfEntry && !texts.has(name)) texts.set(name, text.trim());
  }
}

function toldStatement(heard: Heard): ToldStatement {
  const { head, balances, entries } = heard;
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

const dayOfBalance = (balances: readonly Texts[], kind: string): string | undefined => {
  const texts = balances.find((one) => one.get('Tp/CdOrPrtry/Cd') === kind);
  return (texts?.get('Dt/Dt') ?? texts?.get('Dt/DtTm'))?.slice(0, 10);
};

function entryOf({ texts, words }: HeardEntry): SourceEntry {
  const isOut = texts.get('CdtDbtInd') === 'DBIT';
  const date = texts.get('BookgDt/DtTm') ?? texts.get('BookgDt/Dt');
  const currency = texts.get('Amt@Ccy');
  const amount = texts.get('Amt');
  return {
    id: texts.get('AcctSvcrRef') ?? texts.get('NtryRef') ?? '',
    direction: isOut ? 'debit' : 'credit',
    ...(amount === undefined ? {} : { amount }),
    ...(currency === undefined ? {} : { currency }),
    ...(date === undefined ? {} : { date: date.slice(0, 10) }),
    words: [...words],
  };
}

function headOf({ head, balances }: Heard): SourceHead {
  const opening = balanceOf(balances, ['OPBD', 'PRCD']);
  const closing = balanceOf(balances, ['CLBD']);
  const currency = head.get('Acct/Ccy') ?? balances[0]?.get('Amt@Ccy');
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(opening === undefined ? {} : { opening }),
    ...(closing === undefined ? {} : { closing }),
  };
}

function balanceOf(balances: readonly Texts[], kinds: readonly string[]): string | undefined {
  const found = kinds
    .map((kind) => balances.find((texts) => texts.get('Tp/CdOrPrtry/Cd') === kind))
    .find((texts) => texts !== undefined);
  const amount = found?.get('Amt');
  return amount === undefined
    ? undefined
    : `${found?.get('CdtDbtInd') === 'DBIT' ? '-' : ''}${amount}`;
}
