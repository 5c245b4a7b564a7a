import type { Attributes, XmlEar } from '../../files/xml-elements.ts';

/** One element of a payment message without elements inside: its text, and where it stands. */
export type PainText = { readonly text: string; readonly line: number };

/** The texts of one part of the message, by the names that lead to them from there, such as `DbtrAcct/Id/IBAN`. */
export type PainTexts = ReadonlyMap<string, readonly PainText[]>;

/** A payment with the line it begins on. */
export type PainPayment = { readonly line: number; readonly texts: PainTexts };

/** The payments of one debtor account and day (PmtInf). */
export type PainGroup = PainPayment & { readonly payments: readonly PainPayment[] };

type Part = { line: number; texts: Map<string, PainText[]> };
type Group = Part & { payments: Part[] };

/** Deeper than any message of ISO 20022. */
const depthMax = 40;

/** Hears a Customer Credit Transfer Initiation: its head (GrpHdr), its groups (PmtInf) and their payments (CdtTrfTxInf). */
export class PainEar implements XmlEar {
  /** Of the outermost element: what it is called, and the names of its namespaces. */
  root: { readonly name: string; readonly namespaces: readonly string[] } | null = null;
  initiations = 0;
  isTooDeep = false;
  readonly head: Part = { line: 0, texts: new Map() };
  readonly groups: Group[] = [];
  count = 0;
  readonly #paymentsMax: number;
  /** Open elements below the part that is being read. */
  #path: string[] = [];
  #depth = 0;
  #isLeaf = false;
  #text = '';
  #line = 0;
  #part: Part | null = null;
  #group: Group | null = null;

  constructor(paymentsMax: number) {
    this.#paymentsMax = paymentsMax;
  }

  get isDone(): boolean {
    return this.isTooDeep || this.count > this.#paymentsMax;
  }

  open(name: string, attributes: Attributes, line: number): void {
    this.root ??= { name, namespaces: namespacesOf(attributes) };
    this.#depth += 1;
    this.isTooDeep ||= this.#depth > depthMax;
    if (this.#depth === 2) this.initiations += 1;
    this.#text = '';
    this.#line = line;
    this.#isLeaf = true;
    if (this.#begins(name, line)) return;
    if (!this.#part) return;
    this.#path.push(name);
    const currency = attributes['Ccy'];
    if (currency !== undefined) this.#note(`${this.#path.join('/')}@Ccy`, currency);
  }

  close(name: string): void {
    this.#depth -= 1;
    if (this.#part && this.#path.length > 0) {
      if (this.#isLeaf) this.#note(this.#path.join('/'), this.#text.trim());
      this.#path.pop();
    } else if (name === 'CdtTrfTxInf') this.#part = this.#group;
    else if (name === 'PmtInf' || name === 'GrpHdr') this.#part = null;
    this.#isLeaf = false;
  }

  text(text: string): void {
    this.#text += text;
  }

  /** Does a part of its own begin with it? */
  #begins(name: string, line: number): boolean {
    if (this.#depth === 3 && name === 'GrpHdr') {
      this.head.line = line;
      this.#part = this.head;
    } else if (this.#depth === 3 && name === 'PmtInf') {
      this.#group = { line, texts: new Map(), payments: [] };
      this.groups.push(this.#group);
      this.#part = this.#group;
    } else if (this.#depth === 4 && name === 'CdtTrfTxInf' && this.#part === this.#group) {
      this.#part = { line, texts: new Map() };
      this.#group?.payments.push(this.#part);
      this.count += 1;
    } else return false;
    this.#path = [];
    return true;
  }

  #note(place: string, text: string): void {
    if (text === '') return;
    const texts = this.#part?.texts;
    const told = { text, line: this.#line };
    const known = texts?.get(place);
    if (known) known.push(told);
    else texts?.set(place, [told]);
  }
}

const namespacesOf = (attributes: Attributes): string[] =>
  Object.entries(attributes)
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([, value]) => value);
