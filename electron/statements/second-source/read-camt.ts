import { limits } from '../../../shared/limits.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { createTurns } from '../../files/turns.ts';
import { readXml, type XmlEar } from '../../files/xml-elements.ts';
import { textOfBytes } from './source-text.ts';
import type { ReadSource, SourceEntry, SourceHead } from './source.ts';

/** The texts of one balance or entry, by the names of the elements that lead to them from there. */
type Texts = Map<string, string>;

/**
 * Reads a camt.053 statement of any version (ISO 20022, BankToCustomerStatement). Its narration and references are not told:
 * banks write them otherwise than they answer them.
 */
export async function readCamtSource(bytes: Uint8Array): Promise<Result<ReadSource, string>> {
  const ear = new CamtEar();
  const isProper = await readXml(textOfBytes(bytes), ear, createTurns());
  if (!isProper) return err('The file is no proper XML: it is kept as it came, and not compared.');
  if (ear.statements === 0)
    return err(
      'The file is XML, but no camt.053 statement: it is kept as it came, and not compared.',
    );
  if (ear.statements > 1)
    return err('The file holds several statements: it is kept as it came, and not compared.');
  if (ear.entries.length > limits.secondSourceEntriesMax)
    return err('It has more entries than the desk reads.');
  return ok({ head: headOf(ear), entries: ear.entries.map(entryOf), hasIds: false });
}

class CamtEar implements XmlEar {
  statements = 0;
  readonly head: Texts = new Map();
  readonly balances: Texts[] = [];
  readonly entries: Texts[] = [];
  /** Names of the open elements inside the statement. */
  #path: string[] = [];
  #isInside = false;

  get isDone(): boolean {
    return this.entries.length > limits.secondSourceEntriesMax;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'Stmt' && !this.#isInside) {
      this.statements += 1;
      this.#isInside = true;
      return;
    }
    if (!this.#isInside) return;
    this.#path.push(name);
    if (this.#path.length === 1 && name === 'Bal') this.balances.push(new Map());
    if (this.#path.length === 1 && name === 'Ntry') this.entries.push(new Map());
    if (name === 'Amt' && attributes['Ccy'] !== undefined) this.#note('Amt@Ccy', attributes['Ccy']);
  }

  close(name: string): void {
    if (name === 'Stmt' && this.#path.length === 0) this.#isInside = false;
    this.#path.pop();
  }

  text(text: string): void {
    if (this.#isInside && text.trim() !== '') this.#note(this.#path.slice(1).join('/'), text);
  }

  /** The first of a name counts: details of an entry repeat what stands above them. */
  #note(place: string, text: string): void {
    const [part = ''] = this.#path;
    const texts =
      part === 'Bal' ? this.balances.at(-1) : part === 'Ntry' ? this.entries.at(-1) : this.head;
    const name = part === 'Bal' || part === 'Ntry' ? place : `${part}/${place}`;
    const isOfEntry = !name.includes('@') || this.#path.length === 2;
    if (texts && isOfEntry && !texts.has(name)) texts.set(name, text.trim());
  }
}

function entryOf(texts: Texts): SourceEntry {
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
  };
}

function headOf({ head, balances }: CamtEar): SourceHead {
  const opening = balanceOf(balances, ['OPBD', 'PRCD']);
  const closing = balanceOf(balances, ['CLBD']);
  const account = head.get('Acct/Id/Othr/Id');
  const currency = head.get('Acct/Ccy');
  return {
    // An IBAN is another name of the account than the one it is asked by.
    ...(account === undefined ? {} : { account }),
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
