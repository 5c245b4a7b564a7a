import type { Attributes, XmlHandler } from '../../../../engines/files/xml-elements.ts';

/** A payment message's element without child elements: its text and its line. */
export type PainText = { readonly text: string; readonly line: number };

/** The texts of one part of the message, by their path from there, such as `DbtrAcct/Id/IBAN`. */
export type PainTexts = ReadonlyMap<string, readonly PainText[]>;

/** A payment with the line it begins on. */
export type PainPayment = {
  readonly line: number;
  readonly texts: PainTexts;
  /** Elements that may occur only once and are repeated here: their paths, and the line of the second one. */
  readonly repeated: ReadonlyMap<string, number>;
};

/** The payments of one debtor account and day (PmtInf). */
export type PainGroup = PainPayment & { readonly payments: readonly PainPayment[] };

/** The first text at one of these places; an earlier place comes first. */
export const firstText = (texts: PainTexts, ...places: readonly string[]): PainText | undefined =>
  places.flatMap((place) => texts.get(place) ?? [])[0];

type Part = {
  line: number;
  texts: Map<string, PainText[]>;
  repeated: Map<string, number>;
  seen: Set<string>;
  /** Open elements inside it. */
  path: string[];
};
type Group = Part & { payments: Part[] };

/** Deeper than any message of ISO 20022. */
const depthMax = 40;

/** Elements that are read and may occur once at most; of the elements in one entry, only one may occur. */
const singles = [
  ...[
    'MsgId',
    'NbOfTxs',
    'CtrlSum',
    'PmtInfId',
    'PmtMtd',
    'ReqdExctnDt',
    'DbtrAcct',
    'DbtrAcct/Id',
  ],
  'ReqdExctnDt/Dt ReqdExctnDt/DtTm',
  'DbtrAcct/Id/IBAN DbtrAcct/Id/Othr',
  'DbtrAcct/Id/Othr/Id',
  ...['PmtId', 'PmtId/EndToEndId', 'Amt', 'Amt/EqvtAmt/Amt', 'Cdtr', 'Cdtr/Nm', 'CdtrAcct'],
  ...['CdtrAcct/Id', 'CdtrAcct/Id/Othr/Id', 'RmtInf'],
  'Amt/InstdAmt Amt/EqvtAmt',
  'CdtrAcct/Id/IBAN CdtrAcct/Id/Othr',
];

/** Path -> its entry in {@link singles}. */
const single: ReadonlyMap<string, string> = new Map(
  singles.flatMap((places) => places.split(' ').map((place) => [place, places] as const)),
);

/** Collects a Customer Credit Transfer Initiation: its head (GrpHdr), its groups (PmtInf) and their payments (CdtTrfTxInf). */
export class PainHandler implements XmlHandler {
  /** The outermost element, and the namespace of the message. */
  root: { readonly name: string; readonly namespace: string } | null = null;
  /** Elements right inside the outermost one, and the name of the first. */
  initiations = 0;
  first = '';
  heads = 0;
  isTooDeep = false;
  readonly head: Part = newPart(0);
  readonly groups: Group[] = [];
  count = 0;
  /** The line of the first payment that is not right inside a group. */
  firstStray: number | null = null;
  /** The first element of another namespace, and how many there are. */
  firstForeign: { readonly name: string; readonly line: number } | null = null;
  foreignCount = 0;
  readonly #paymentsMax: number;
  #depth = 0;
  #part: Part | null = null;
  #group: Group | null = null;

  constructor(paymentsMax: number) {
    this.#paymentsMax = paymentsMax;
  }

  get isDone(): boolean {
    return this.isTooDeep || this.count > this.#paymentsMax;
  }

  open(name: string, attributes: Attributes, line: number, namespace: string): void {
    this.root ??= { name, namespace };
    this.#depth += 1;
    this.isTooDeep ||= this.#depth > depthMax;
    if (this.#depth === 2) {
      this.initiations += 1;
      this.first ||= name;
    }
    if (this.#begins(name, line)) return;
    if (!this.#part) return;
    this.#part.path.push(name);
    const place = this.#part.path.join('/');
    noteSingle(this.#part, place, line);
    const currency = attributes['Ccy'];
    if (currency !== undefined) noteText(this.#part, `${place}@Ccy`, { text: currency, line });
  }

  close(_name: string, text: string, line: number): void {
    this.#depth -= 1;
    const part = this.#part;
    if (!part) return;
    if (part.path.length > 0) {
      noteText(part, part.path.join('/'), { text: text.trim(), line });
      part.path.pop();
    } else this.#part = this.#depth === 3 ? this.#group : null;
  }

  foreign(name: string, line: number): void {
    this.firstForeign ??= { name, line };
    this.foreignCount += 1;
  }

  /** Begins a new part where the element starts one, and returns whether it does. */
  #begins(name: string, line: number): boolean {
    if (this.#depth === 3 && name === 'GrpHdr') {
      this.heads += 1;
      this.head.line = line;
      this.#part = this.head;
    } else if (this.#depth === 3 && name === 'PmtInf') {
      this.#group = { ...newPart(line), payments: [] };
      this.groups.push(this.#group);
      this.#part = this.#group;
    } else if (
      name === 'CdtTrfTxInf' &&
      this.#depth === 4 &&
      this.#group &&
      this.#part === this.#group
    ) {
      this.#part = newPart(line);
      this.#group.payments.push(this.#part);
      this.count += 1;
    } else {
      if (name === 'CdtTrfTxInf') this.firstStray ??= line;
      return false;
    }
    return true;
  }
}

const newPart = (line: number): Part => ({
  ...{ line, texts: new Map(), repeated: new Map(), seen: new Set(), path: [] },
});

function noteText({ texts }: Part, place: string, found: PainText): void {
  if (found.text === '') return;
  const known = texts.get(place);
  if (known) known.push(found);
  else texts.set(place, [found]);
}

function noteSingle({ seen, repeated }: Part, place: string, line: number): void {
  const seat = single.get(place);
  if (seat === undefined) return;
  if (seen.has(seat) && !repeated.has(place)) repeated.set(place, line);
  seen.add(seat);
}
