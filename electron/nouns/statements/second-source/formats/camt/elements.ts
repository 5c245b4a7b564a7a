import { limits } from '../../../../../../shared/limits.ts';
import type { Attributes, XmlHandler } from '../../../../../engines/files/xml-elements.ts';

/** The texts of one part of a statement, by their element path within the part. */
export type Texts = ReadonlyMap<string, string>;

export type Part = {
  readonly texts: Texts;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The first element that occurs again although it may occur only once; null if none. */
  readonly repeated: Repeated | null;
};

export type Repeated = { readonly name: string; readonly line: number };

/** An entry's own texts, and the references and texts of its transactions: a batch has one entry and many transactions. */
export type EntryPart = Part & { readonly words: ReadonlySet<string> };

/** One statement, report or notification as its message has it. */
export type CamtStatement = {
  readonly kind: StatementKind;
  readonly head: Part;
  readonly balances: readonly Part[];
  readonly entries: readonly EntryPart[];
};

/** The messages with entries of an account, and the element of a statement in each. */
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
  /** The bits of the {@link singles} that it has so far. */
  seen: number;
  repeated: Repeated | null;
};
type OpenEntry = OpenPart & { readonly words: Set<string> };
type OpenStatement = {
  readonly kind: StatementKind;
  readonly head: OpenPart;
  readonly balances: OpenPart[];
  readonly entries: OpenEntry[];
};

/** The elements that are read and may occur once at most. Of the alternatives in one text, only one may occur. */
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

/** Returns element path -> its bit; alternatives share a bit. */
const seatsOf = (seats: readonly string[]): ReadonlyMap<string, number> =>
  new Map(seats.flatMap((seat, at) => seat.split(' ').map((place) => [place, 1 << at] as const)));

const seats = {
  ...{ Bal: seatsOf(singles.Bal), Ntry: seatsOf(singles.Ntry), head: seatsOf(singles.head) },
};

const currencyPlace = 'Amt@Ccy';

/** Matches references of an entry, its batch and its transactions, counterparty names, and remittance texts. */
const isReferenceOrText = (place: string): boolean =>
  /(^|\/)(Refs|RmtInf)\/|(^|\/)RltdPties\/.*Nm$|(^|\/)Btch\/(MsgId|PmtInfId)$|(^|\/)AddtlNtryInf$/.test(
    place,
  ) && !/Amt(\/|$|@)/.test(place);

const newPart = (line: number): OpenPart => ({
  ...{ texts: new Map(), seen: 0, line, repeated: null },
});

/** Gathers the statements of a camt.052, camt.053 or camt.054 of any version, in any envelope of a bank. */
export class CamtHandler implements XmlHandler {
  readonly statements: OpenStatement[] = [];
  entryCount = 0;
  /** The first message: its namespace, and the element in its `Document`; null before it. */
  message: { readonly namespace: string; element: string } | null = null;
  #document: string[] = [];
  /** The open elements inside the statement, each by its path within its part; null outside a statement. */
  #path: string[] | null = null;
  /** The open element directly inside the statement. */
  #top = '';

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
    const depth = this.#path.length;
    if (depth === 0) this.#begin(name, line);
    const isPart = depth === 0 && (name === 'Bal' || name === 'Ntry');
    const parent = this.#path[depth - 1] ?? '';
    const place = isPart ? '' : parent === '' ? name : `${parent}/${name}`;
    this.#path.push(place);
    this.#seat(place, name, line);
    const currency = attributes['Ccy'];
    if (currency !== undefined && place === 'Amt') this.#note(currencyPlace, currency);
  }

  close(_name: string, text: string): void {
    if (this.#path === null) {
      this.#document.pop();
      return;
    }
    const place = this.#path.pop();
    if (place === undefined) this.#path = null;
    else if (text !== '' && text.trim() !== '') this.#note(place, text.trim());
  }

  #begin(name: string, line: number): void {
    this.#top = name;
    const statement = this.statements.at(-1);
    if (name === 'Bal') statement?.balances.push(newPart(line));
    if (name !== 'Ntry') return;
    statement?.entries.push({ ...newPart(line), words: new Set() });
    this.entryCount += 1;
  }

  /** Handles an element outside a statement. A statement is a direct child of its message. */
  #openOutside(name: string, line: number, namespace: string): void {
    const kind = statementIn.get(this.#document.at(-1) ?? '');
    this.message ??= { namespace, element: '' };
    if (this.message.element === '' && name !== 'Document') this.message.element = name;
    if (kind === name) {
      this.statements.push({ kind, head: newPart(line), balances: [], entries: [] });
      this.#path = [];
    } else this.#document.push(name);
  }

  #part(): OpenPart | undefined {
    const statement = this.statements.at(-1);
    if (this.#top === 'Bal') return statement?.balances.at(-1);
    return this.#top === 'Ntry' ? statement?.entries.at(-1) : statement?.head;
  }

  #seatOf(place: string): number | undefined {
    const { Bal, Ntry, head } = seats;
    return (this.#top === 'Bal' ? Bal : this.#top === 'Ntry' ? Ntry : head).get(place);
  }

  #seat(place: string, name: string, line: number): void {
    const seat = this.#seatOf(place);
    const part = seat === undefined ? undefined : this.#part();
    if (seat === undefined || !part) return;
    if ((part.seen & seat) !== 0) part.repeated ??= { name, line };
    part.seen |= seat;
  }

  /** Stores the text of a single element, and every reference and remittance text, since a batch has many transactions. */
  #note(place: string, text: string): void {
    if (this.#top === 'Ntry' && text !== 'NOTPROVIDED' && isReferenceOrText(place))
      this.statements.at(-1)?.entries.at(-1)?.words.add(text);
    if (place !== currencyPlace && this.#seatOf(place) === undefined) return;
    const texts = this.#part()?.texts;
    if (texts && !texts.has(place)) texts.set(place, text);
  }
}
