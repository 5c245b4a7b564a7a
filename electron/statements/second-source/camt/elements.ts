import { limits } from '../../../../shared/limits.ts';
import type { Attributes, XmlEar } from '../../../files/xml-elements.ts';

/** The texts of one part of a statement, by the names of the elements that lead to them from there. */
export type Texts = ReadonlyMap<string, string>;

export type Part = {
  readonly texts: Texts;
  /** The line that it begins on, from 1. */
  readonly line: number;
  /** The first element that is here again, though there is one at most. */
  readonly repeated: Repeated | null;
};

export type Repeated = { readonly name: string; readonly line: number };

/** An entry's own texts, and the words of all that it holds: a batch has one entry and many transactions. */
export type EntryPart = Part & { readonly words: ReadonlySet<string> };

/** One statement, report or notification as its message has it. */
export type CamtStatement = {
  readonly kind: StatementKind;
  readonly head: Part;
  readonly balances: readonly Part[];
  readonly entries: readonly EntryPart[];
};

/** The messages that have entries of an account, and their statements in them. */
const messages = {
  BkToCstmrStmt: 'Stmt',
  BkToCstmrAcctRpt: 'Rpt',
  BkToCstmrDbtCdtNtfctn: 'Ntfctn',
} as const;

export type StatementKind = (typeof messages)[keyof typeof messages];

const statementIn: ReadonlyMap<string, StatementKind> = new Map(Object.entries(messages));

type OpenPart = {
  readonly texts: Map<string, string>;
  readonly line: number;
  readonly seen: Set<string>;
  repeated: Repeated | null;
};
type OpenEntry = OpenPart & { readonly words: Set<string> };
type OpenStatement = {
  readonly kind: StatementKind;
  readonly head: OpenPart;
  readonly balances: OpenPart[];
  readonly entries: OpenEntry[];
};

/** Elements that are there once at most; of those in one text, one alone. */
const singles = {
  Bal: [...['Amt', 'CdtDbtInd', 'Tp', 'Tp/CdOrPrtry', 'Tp/CdOrPrtry/Cd', 'Dt'], 'Dt/Dt Dt/DtTm'],
  Ntry: [
    ...['Amt', 'CdtDbtInd', 'Sts', 'Sts/Cd', 'BookgDt', 'BookgDt/Dt BookgDt/DtTm', 'ValDt'],
    ...['ValDt/Dt ValDt/DtTm', 'AcctSvcrRef', 'NtryRef'],
  ],
  head: [
    ...['Acct', 'Acct/Id', 'Acct/Id/IBAN Acct/Id/Othr', 'Acct/Id/Othr/Id', 'Acct/Ccy', 'FrToDt'],
    ...['FrToDt/FrDtTm FrToDt/FrDt', 'FrToDt/ToDtTm FrToDt/ToDt', 'CreDtTm'],
  ],
} as const;

const seatsOf = (places: readonly string[]): ReadonlyMap<string, string> =>
  new Map(places.flatMap((seat) => seat.split(' ').map((place) => [place, seat] as const)));

const seats = {
  ...{ Bal: seatsOf(singles.Bal), Ntry: seatsOf(singles.Ntry), head: seatsOf(singles.head) },
};

/** References of an entry, its batch and its transactions, names of the other side, and remittance texts. */
const isReferenceOrText = (place: string): boolean =>
  /(^|\/)(Refs|RmtInf)\/|(^|\/)RltdPties\/.*Nm$|(^|\/)Btch\/(MsgId|PmtInfId)$|(^|\/)AddtlNtryInf$/.test(
    place,
  ) && !/Amt(\/|$|@)/.test(place);

const newPart = (line: number): OpenPart => ({
  ...{ texts: new Map(), seen: new Set(), line, repeated: null },
});

/** Gathers the statements of a camt.052, camt.053 or camt.054, of whatever version and in whatever envelope of a bank. */
export class CamtEar implements XmlEar {
  readonly statements: OpenStatement[] = [];
  entryCount = 0;
  /** Where the first message begins: its namespace, and the element in its `Document`. */
  message: { readonly namespace: string; element: string } | null = null;
  #document: string[] = [];
  /** Names of the open elements inside the statement; null outside of one. */
  #path: string[] | null = null;

  get isDone(): boolean {
    return this.entryCount > limits.secondSourceEntriesMax;
  }

  begins(name: string): boolean {
    return name === 'Document' || statementIn.has(name);
  }

  open(name: string, attributes: Attributes, line: number, namespace: string): void {
    if (this.#path === null) {
      this.#openOutside(name, line, namespace);
      return;
    }
    this.#path.push(name);
    const statement = this.statements.at(-1);
    if (this.#path.length === 1 && name === 'Bal') statement?.balances.push(newPart(line));
    if (this.#path.length === 1 && name === 'Ntry') {
      statement?.entries.push({ ...newPart(line), words: new Set() });
      this.entryCount += 1;
    }
    this.#seat(name, line);
    if (name === 'Amt' && attributes['Ccy'] !== undefined && this.#path.length === 2)
      this.#note('Amt@Ccy', attributes['Ccy']);
  }

  close(_name: string, text: string): void {
    if (this.#path === null) {
      this.#document.pop();
      return;
    }
    if (text.trim() !== '') this.#note(this.#place(), text.trim());
    if (this.#path.pop() === undefined) this.#path = null;
  }

  /** A statement is right inside its message. */
  #openOutside(name: string, line: number, namespace: string): void {
    const kind = statementIn.get(this.#document.at(-1) ?? '');
    this.message ??= { namespace, element: '' };
    if (this.message.element === '' && name !== 'Document') this.message.element = name;
    if (kind === name) {
      this.statements.push({ kind, head: newPart(line), balances: [], entries: [] });
      this.#path = [];
    } else this.#document.push(name);
  }

  /** The names from the part on to the open element. */
  #place(): string {
    const path = this.#path ?? [];
    return path.slice(path[0] === 'Bal' || path[0] === 'Ntry' ? 1 : 0).join('/');
  }

  #part(): OpenPart | undefined {
    const part = this.#path?.[0];
    const statement = this.statements.at(-1);
    if (part === 'Bal') return statement?.balances.at(-1);
    return part === 'Ntry' ? statement?.entries.at(-1) : statement?.head;
  }

  #seat(name: string, line: number): void {
    const first = this.#path?.[0];
    const seat = seats[first === 'Bal' || first === 'Ntry' ? first : 'head'].get(this.#place());
    const part = this.#part();
    if (seat === undefined || !part) return;
    if (part.seen.has(seat)) part.repeated ??= { name, line };
    part.seen.add(seat);
  }

  /** The first of a name counts, since a batch has many transactions; of references and texts, each does. */
  #note(place: string, text: string): void {
    const entry = this.#path?.[0] === 'Ntry' ? this.statements.at(-1)?.entries.at(-1) : undefined;
    if (entry && isReferenceOrText(place) && text !== 'NOTPROVIDED') entry.words.add(text);
    const texts = this.#part()?.texts;
    if (texts && !texts.has(place)) texts.set(place, text);
  }
}
