import { invoiceFields, type InvoiceField } from '../../../../shared/ipc/changes/invoices.ts';
import type { InvoiceProblem, InvoiceSource, Sourced } from './source.ts';

/** The data read from one invoice. A field that is unknown or ambiguous is left out. */
export type InvoiceReading = {
  readonly fields: Readonly<Partial<Record<InvoiceField, Sourced>>>;
  /** Each problem prevents payment without a person. */
  readonly problems: readonly InvoiceProblem[];
  /** The parts of the file that were not read. */
  readonly notes: readonly string[];
};

/** Figures that the pages of a PDF show, to be compared with its data. */
export type PageFigures = { readonly amounts: ReadonlySet<string> };

/** Fields in which data, codes and pages must agree. Names are written in many forms. */
const compared: ReadonlySet<InvoiceField> = new Set([
  ...(['number', 'amount', 'currency', 'account', 'reference', 'due'] as const),
]);

const labels: Readonly<Record<InvoiceField, string>> = {
  number: 'invoice number',
  seller: 'name of the seller',
  payee: 'name of the payee',
  amount: 'amount',
  currency: 'currency',
  account: 'account',
  bic: 'BIC',
  reference: 'payment reference',
  issued: 'day of issue',
  due: 'due day',
  buyer: 'name of the buyer',
};

/** Merges the sources of one file: data before codes before words. A field on which sources disagree is left out. */
export function joinSources(
  sources: readonly InvoiceSource[],
  notes: readonly string[] = [],
  pages: PageFigures = { amounts: new Set() },
): InvoiceReading {
  const fields: Partial<Record<InvoiceField, Sourced>> = {};
  const problems = sources.flatMap((source) => source.problems);
  for (const field of invoiceFields) {
    const joined = joinField(field, sources, pages);
    if (joined === null) continue;
    if ('value' in joined) fields[field] = joined;
    else problems.push(joined);
  }
  return { fields, problems: differing(problems), notes };
}

function joinField(
  field: InvoiceField,
  sources: readonly InvoiceSource[],
  pages: PageFigures,
): Sourced | InvoiceProblem | null {
  const of = (kind: Sourced['kind']): Sourced[] =>
    unique(sources.flatMap((source) => (source.kind === kind ? (source.values[field] ?? []) : [])));
  const [data, codes, words] = [of('xml'), of('code'), of('text')];
  const certain = unique([...data, ...codes]);
  const [first] = certain;
  // Words add no field where there is XML data: the page may be of another invoice.
  if (!first) return sources.some(({ kind }) => kind === 'xml') ? null : decided(field, words);
  if (!compared.has(field)) return certain.some((other) => isRival(first, other)) ? null : first;
  if (data.length > 1 || codes.length > 1) return several(field, certain);
  if (certain.length > 1) return contradiction(field, certain);
  return isOnPages(field, first, words, pages) ? first : contradiction(field, [first, ...words]);
}

/** Do the pages agree with the value? Only an account and an amount are so clear on a page that their absence counts. */
function isOnPages(
  field: InvoiceField,
  { value }: Sourced,
  words: readonly Sourced[],
  { amounts }: PageFigures,
): boolean {
  if ((field !== 'account' && field !== 'amount') || words.length === 0) return true;
  if (words.some((other) => other.value === value)) return true;
  return field === 'amount' && amounts.has(value);
}

function decided(field: InvoiceField, values: readonly Sourced[]): Sourced | InvoiceProblem | null {
  const [value, other] = values;
  return value === undefined ? null : other === undefined ? value : several(field, values);
}

/** Is it another value from the same place? Then neither is chosen. */
const isRival = (one: Sourced, other: Sourced): boolean => one !== other && one.from === other.from;

const several = (field: InvoiceField, values: readonly Sourced[]): InvoiceProblem => ({
  kind: 'several',
  field,
  values,
  message: `The ${labels[field]} is stated more than once: ${listed(values)}. Choose one.`,
});

const contradiction = (field: InvoiceField, values: readonly Sourced[]): InvoiceProblem => ({
  kind: 'contradiction',
  field,
  values,
  message: `The ${labels[field]} differs within the file: ${listed(values)}. Ask the seller.`,
});

const listed = (values: readonly Sourced[]): string =>
  values.map(({ value, from }) => `${value} (${from})`).join(', ');

/** The values that differ in more than spaces, each with the first place where it was read. */
function unique(values: readonly Sourced[]): Sourced[] {
  const found = new Map<string, Sourced>();
  for (const value of values) {
    const key = value.value.replace(/\s+/g, '');
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

const differing = (problems: readonly InvoiceProblem[]): InvoiceProblem[] => [
  ...new Map(problems.map((problem) => [problem.message, problem])).values(),
];
