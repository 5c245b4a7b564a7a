import { limits } from '../../../../../shared/limits.ts';
import { ok, type Err, type Result } from '../../../../../shared/result.ts';
import {
  refuse,
  type Cell,
  type FileProblem,
  type FileRow,
} from '../../../../engines/files/table.ts';
import { isoMessageName } from '../../../../engines/files/iso-20022.ts';
import type { Turns } from '../../../../engines/files/turns.ts';
import { parseXml, type XmlFault } from '../../../../engines/files/xml-elements.ts';
import { xmlText } from '../../../../engines/files/xml-text.ts';
import type { FieldColumns } from './columns.ts';
import { controlProblem } from './pain-control.ts';
import {
  firstText,
  PainHandler,
  type PainGroup,
  type PainPayment,
  type PainTexts,
} from './pain-elements.ts';
import { notCarried } from './pain-not-carried.ts';

/** A payment message as a table with our own columns, one row per payment. */
export type PainTable = {
  readonly headings: readonly string[];
  readonly columns: FieldColumns;
  readonly rows: readonly FileRow[];
  readonly notes: readonly string[];
};

const fields = [
  ['account', 'account'],
  ['beneficiaryAccount', 'beneficiary account'],
  ['beneficiary', 'beneficiary'],
  ['amount', 'amount'],
  ['currency', 'currency'],
  ['reference', 'reference'],
  ['narration', 'narration'],
  ['executionDate', 'execution date'],
] as const;

/**
 * Reads a Customer Credit Transfer Initiation (ISO 20022 pain.001.001.03 to .12, and the variants of national communities
 * of the same shape). Compares its sums with its payments exactly, and notes the elements that the bank's interface does not accept.
 */
export async function readPain(
  bytes: Uint8Array,
  turns: Turns,
): Promise<Result<PainTable, FileProblem>> {
  const text = xmlText(bytes);
  if (!text.ok) return text;
  const handler = new PainHandler(limits.paymentLinesMax);
  const fault = await parseXml(text.value, handler, turns);
  const wrong = fault?.kind === 'doctype' ? null : wrongMessage(handler);
  if (wrong) return wrong;
  if (fault) return unreadable(fault, handler);
  if (handler.initiations > 1)
    return refuse('input.invalid', 'it holds several messages: save each in a file of its own.');
  if (handler.isTooDeep)
    return refuse('input.invalid', 'its elements lie deeper in each other than in any message.');
  if (handler.count > limits.paymentLinesMax)
    return refuse('file.too-large', `it has more than ${limits.paymentLinesMax} lines.`);
  if (handler.firstStray !== null)
    return refuse(
      'input.invalid',
      `line ${handler.firstStray} has a payment (CdtTrfTxInf) that is in no group (PmtInf): nothing of it was read.`,
    );
  if (handler.count === 0) return refuse('file.empty', 'there is no payment (CdtTrfTxInf) in it.');
  const control = repeatedInHead(handler) ?? controlProblem(handler.head, handler.groups);
  if (control !== null) return refuse('input.invalid', control);
  const payments = handler.groups.flatMap((group) =>
    group.payments.map((payment) => ({ group, payment })),
  );
  const isByLine = payments.every(
    ({ payment }, at) => payment.line > (payments[at - 1]?.payment.line ?? 0),
  );
  return ok({
    headings: fields.map(([, heading]) => heading),
    columns: Object.fromEntries(fields.map(([field], at) => [field, at])),
    rows: payments.map(({ group, payment }, at) => ({
      line: isByLine ? payment.line : at + 1,
      cells: cellsOf(group, payment),
    })),
    notes: [
      ...(isByLine ? [] : ['Its payments are numbered: several stand on one line of the file.']),
      ...foreignNotes(handler),
      ...notCarried(handler.groups),
    ],
  });
}

const message = /pain\.001\.\d{3}\.(\d{2})/;

/** Refuses a file that is no such message; null where it is one. */
function wrongMessage({ root, first: element }: PainHandler): Err<FileProblem> | null {
  if (root === null) return null;
  const named = message.exec(root.namespace);
  if (root.name !== 'Document' || named === null) {
    const known = isoMessageName(root.namespace, element);
    return refuse(
      'file.type-unsupported',
      known === null
        ? `it is XML whose outermost element is ${root.name.slice(0, 60)}, and no payment message. Payments are read from CSV, XLSX and pain.001.`
        : `it is ${known}, and no payment message. Payments are read from CSV, XLSX and pain.001.`,
    );
  }
  const version = Number(named[1]);
  if (version < 3 || version > 12)
    return refuse('file.type-unsupported', `it is ${named[0]}: pain.001 is read from .03 to .12.`);
  return null;
}

function unreadable({ kind, line, words }: XmlFault, handler: PainHandler): Err<FileProblem> {
  if (kind === 'doctype')
    return refuse(
      'file.unreadable',
      `line ${line} has a document type (DOCTYPE), which no payment message has: nothing of it was read.`,
    );
  if (kind === 'cut')
    return refuse(
      'file.unreadable',
      `it ends in its middle, on line ${line} behind ${handler.count} ${handler.count === 1 ? 'payment' : 'payments'}: fetch the whole file.`,
    );
  return refuse('file.unreadable', `line ${line} is no proper XML (${words.replace(/\.$/, '')}).`);
}

/** A sentence about an element that the header or a group has twice; null where there is none. */
function repeatedInHead({ heads, head, groups }: PainHandler): string | null {
  if (heads > 1)
    return `line ${head.line} begins a second header (GrpHdr): nothing of it was read.`;
  for (const { repeated } of [head, ...groups])
    for (const [place, line] of repeated)
      return `line ${line} has a second ${nameOf(place)}, which a message has once: nothing of it was read.`;
  return null;
}

const nameOf = (place: string): string => place.split('/').at(-1) ?? place;

function foreignNotes({ firstForeign, foreignCount }: PainHandler): string[] {
  if (firstForeign === null) return [];
  const { name, line } = firstForeign;
  return [
    foreignCount === 1
      ? `Left out: an element of another namespace, ${name} on line ${line}. It is no part of the message.`
      : `Left out: ${foreignCount} elements of other namespaces, the first ${name} on line ${line}. They are no part of the message.`,
  ];
}

const first = (texts: PainTexts, ...places: readonly string[]): string =>
  firstText(texts, ...places)?.text ?? '';

/** The cells of a payment. A cell whose element occurs twice has a problem: neither value is chosen. */
function cellsOf(group: PainGroup, payment: PainPayment): Cell[] {
  const cells = fieldCells(group, payment);
  const again = [...payment.repeated];
  return fields.map(([field]) => {
    const found = again.find(([place]) => place.split('/')[0] === parts[field]);
    if (!found) return cells[field];
    const [place, line] = found;
    const problem = `is given twice (${nameOf(place)}, again on line ${line})`;
    return { text: cells[field].text, problem };
  });
}

type Field = (typeof fields)[number][0];

/** The element of a payment that a field is read from. */
const parts: Readonly<Partial<Record<Field, string>>> = {
  beneficiaryAccount: 'CdtrAcct',
  beneficiary: 'Cdtr',
  amount: 'Amt',
  reference: 'PmtId',
  narration: 'RmtInf',
};

function fieldCells(group: PainGroup, { texts }: PainPayment): Readonly<Record<Field, Cell>> {
  const id = first(texts, 'PmtId/EndToEndId');
  const cheque = first(group.texts, 'PmtMtd') === 'CHK' || hasUnder(texts, 'ChqInstr');
  const account = first(texts, 'CdtrAcct/Id/IBAN', 'CdtrAcct/Id/Othr/Id');
  return {
    account: { text: first(group.texts, 'DbtrAcct/Id/IBAN', 'DbtrAcct/Id/Othr/Id') },
    beneficiaryAccount: cheque
      ? { text: account, problem: 'is to be paid by cheque (CHK), which cannot be sent' }
      : { text: account },
    beneficiary: { text: first(texts, 'Cdtr/Nm') },
    amount: amountOf(texts),
    currency: { text: first(texts, 'Amt/InstdAmt@Ccy') },
    reference: { text: id === 'NOTPROVIDED' ? '' : id },
    narration: { text: remittanceOf(texts) },
    executionDate: { text: executionDate(group) },
  };
}

/** Cuts the time of day, which is noted as not carried. */
const executionDate = ({ texts }: PainGroup): string =>
  first(texts, 'ReqdExctnDt', 'ReqdExctnDt/Dt', 'ReqdExctnDt/DtTm').slice(0, 10);

function amountOf(texts: PainTexts): Cell {
  const text = first(texts, 'Amt/InstdAmt');
  if (hasUnder(texts, 'Amt/EqvtAmt'))
    return {
      text: first(texts, 'Amt/EqvtAmt/Amt'),
      problem: 'is given as the equivalent of another currency (EqvtAmt), which cannot be sent',
    };
  if (first(texts, 'Amt/InstdAmt@Ccy') === '') return { text, problem: 'names no currency (Ccy)' };
  return text === '' || /^\d+(\.\d+)?$/.test(text)
    ? { text }
    : { text, problem: 'is no amount as XML writes it: digits, and a point before the decimals' };
}

const hasUnder = (texts: PainTexts, place: string): boolean =>
  [...texts.keys()].some((name) => name.startsWith(`${place}/`));

/** Elements of remittance information for the payee: free text first, then references, documents, the rest. */
const remittancePlaces = [
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/RfrdDocInf/Nb',
  'RmtInf/Strd/AddtlRmtInf',
] as const;

const remittanceOf = (texts: PainTexts): string =>
  remittancePlaces
    .flatMap((place) => texts.get(place) ?? [])
    .map(({ text }) => text)
    .join(' ');
