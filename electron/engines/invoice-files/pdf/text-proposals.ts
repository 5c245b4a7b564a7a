import { isIsoDate, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { PageFigures } from '../fields/join.ts';
import { SourceValues, type InvoiceSource } from '../fields/source.ts';
import { compactAccount } from '../../../../shared/account-digits.ts';
import { amountIn, decimalIn, isIban } from '../fields/values.ts';

/** Matches any of these labels, but not as a part of a longer word. */
const labelled = (...labels: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${labels.join('|')})(?!\\p{L})`, 'iu');

/** The labels of the amount due. */
const dueLabels = labelled(
  ...['amount due', 'balance due', 'total due', 'amount payable', 'total payable'],
  ...['zahlbetrag', 'zu zahlen(?:der betrag)?', 'zahlungsbetrag'],
  ...['net à payer', 'montant dû', 'montant à payer', 'reste à payer'],
  ...['importo da pagare', 'totale da pagare'],
);
/** The labels of a total, of which a part may already have been paid. */
const totalLabels = labelled(
  ...['invoice total', 'total amount', 'grand total', 'total incl\\p{L}*'],
  ...['rechnungsbetrag', 'gesamtbetrag', 'gesamtsumme', 'endbetrag', 'bruttobetrag'],
  ...['rechnungssumme', 'total ttc', 'montant total', 'totale fattura', 'totale'],
);
const dueDayLabels = labelled(
  ...['due date', 'payment due', 'payable by', 'due on', 'fälligkeitsdatum', 'zahlungsziel'],
  ...['fällig(?:keit)?(?: am| bis| zum)?', 'zahlbar bis(?: zum| spätestens)?'],
  ...["date d[’']échéance", 'échéance', 'payable au plus tard le', 'scadenza'],
);
const numberLabels = labelled(
  ...['invoice (?:no|number|nr|#)', 'rechnungsnummer', 'rechnungs-?nr', 'rechnung nr'],
  ...['facture (?:n°|no|numéro)', 'numéro de facture', 'fattura n'],
);

const figure = /(?<![\d.,'’])(\d{1,3}(?:[.,'’ ]\d{3})+|\d+)([.,])(\d{2})(?![\d.,])/g;

/** Reads the amounts with two decimals, with any thousands separator. */
function figuresIn(line: string): string[] {
  return [...line.matchAll(figure)].flatMap(([, whole = '', mark = '', decimals = '']) => {
    if (whole.includes(mark)) return [];
    const decimal = decimalIn(`${whole.replace(/\D/g, '')}.${decimals}`);
    const amount = decimal === null ? null : amountIn(decimal, undefined);
    return amount === null ? [] : [amount];
  });
}

const signs: readonly (readonly [RegExp, string])[] = [
  [/€|\bEUR\b/, 'EUR'],
  [/\bCHF\b/, 'CHF'],
  [/£|\bGBP\b/, 'GBP'],
  [/\bUSD\b/, 'USD'],
];

/** Pages of an invoice as lines, with the number of the page. */
export type PageLines = { readonly page: number; readonly lines: readonly string[] };

/** Proposes values from the words of the pages. None is certain. */
export function proposeFromText(pages: readonly PageLines[]): {
  readonly source: InvoiceSource;
  readonly figures: PageFigures;
} {
  const values = new SourceValues('text');
  const amounts = new Set<string>();
  const found = { due: new Map<string, number>(), total: new Map<string, number>() };
  for (const { page, lines } of pages) {
    const from = `text of page ${String(page)}`;
    for (const line of lines) {
      for (const iban of ibansIn(line)) values.add('account', iban, from);
      for (const amount of figuresIn(line)) amounts.add(amount);
      addLabelled(values, line, from);
      const last = figuresIn(line).at(-1);
      if (last === undefined) continue;
      const kind = dueLabels.test(line) ? found.due : totalLabels.test(line) ? found.total : null;
      if (kind && !kind.has(last)) {
        kind.set(last, page);
        for (const [sign, code] of signs) if (sign.test(line)) values.add('currency', code, from);
      }
    }
  }
  const best = found.due.size > 0 ? found.due : found.total;
  for (const [amount, page] of best) values.add('amount', amount, `text of page ${String(page)}`);
  return { source: values.done(), figures: { amounts } };
}

function addLabelled(values: SourceValues, line: string, from: string): void {
  const due = dueDayLabels.exec(line);
  if (due) values.add('due', dayBehind(line.slice(due.index + due[0].length)), from);
  const number = numberLabels.exec(line);
  if (number) {
    const rest = line.slice(number.index + number[0].length).replace(/^[.:\s]+/, '');
    const token = /^[A-Za-z0-9][\w./-]{1,34}/.exec(rest)?.[0];
    if (token !== undefined && /\d/.test(token))
      values.add('number', token.replace(/[./-]+$/, ''), from);
  }
}

/** IBANs with fitting check digits, written with or without spaces. */
function ibansIn(line: string): string[] {
  const runs = line.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g);
  return [...runs].flatMap(([run]) => {
    const groups = run.split(' ');
    // Text after the number on the line may look like a part of it.
    for (let count = groups.length; count > 0; count -= 1) {
      const number = compactAccount(groups.slice(0, count).join(''));
      if (isIban(number)) return [number];
    }
    return [];
  });
}

const months: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['01', 'january jan januar janvier gennaio'],
    ['02', 'february feb februar février febbraio'],
    ['03', 'march mar märz mars marzo'],
    ['04', 'april apr avril aprile'],
    ['05', 'may mai maggio'],
    ['06', 'june jun juni juin giugno'],
    ['07', 'july jul juli juillet luglio'],
    ['08', 'august aug août agosto'],
    ['09', 'september sep sept septembre settembre'],
    ['10', 'october oct oktober octobre ottobre'],
    ['11', 'november nov novembre'],
    ['12', 'december dec dezember décembre dicembre'],
  ].flatMap(([month = '', names = '']) => names.split(' ').map((name) => [name, month])),
);

/** The first day after a label. `03/04/2026` is ambiguous (March or April) and does not count. */
function dayBehind(text: string): IsoDate | null {
  const near = text.slice(0, 40);
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(near);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const dotted = /\b(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})\b/.exec(near);
  if (dotted) return dayOf(dotted[3], dotted[2], dotted[1]);
  const named = /\b(\d{1,2})\.? ([\p{L}]{3,10})\.? (\d{4})\b/u.exec(near);
  if (named) return dayOf(named[3], months[(named[2] ?? '').toLowerCase()], named[1]);
  const slashed = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(near);
  if (slashed && Number(slashed[1]) > 12) return dayOf(slashed[3], slashed[2], slashed[1]);
  return slashed && Number(slashed[2]) > 12 ? dayOf(slashed[3], slashed[1], slashed[2]) : null;
}

function dayOf(year = '', month = '', day = ''): IsoDate | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(text) ? text : null;
}
