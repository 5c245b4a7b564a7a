import type { RequiredField } from '../../../../shared/bank/required-fields.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import type {
  ConfirmedColumn,
  ProposedColumn,
} from '../../../../shared/ipc/changes/payment-files.ts';
import { cellAt, outlineOf } from '../../../engines/columns/outline.ts';
import { saveShape } from '../../../engines/columns/shapes.ts';
import { timestampNow } from '../../../engines/machine/context.ts';
import { accountNames } from '../../accounts/names.ts';
import { currentBeneficiaries } from '../../beneficiaries/tables.ts';
import type { PaymentParts } from '../tables.ts';
import { compact, folded, indexBeneficiaries } from './reading/beneficiaries.ts';
import { matchableFields, unusedWords } from './reading/columns.ts';
import { guessColumns, type KnownValues } from './reading/guess-columns.ts';
import type { PaymentTable } from './reading/match-columns.ts';
import type { PaymentFileRecord, ProposedColumns } from './tables/file-tables.ts';

/** Payees read at a time. */
const payeesPerPiece = 100;
/** How many example values of a column a person sees. */
const examplesMax = 3;

/** Builds the tests that recognise values by the desk's data. */
export async function knownValues(parts: PaymentParts): Promise<KnownValues> {
  // Imported late: the tables of IBANs and countries are large, and no start needs them.
  const { codeBook } = await import('../../beneficiaries/codes.ts');
  const index = await indexBeneficiaries(currentBeneficiaries(parts.reader, payeesPerPiece));
  const names = accountNames(parts.reader, parts.journal);
  return {
    isIban: (text) => codeBook.ibanProblem(compact(text)) === null,
    isOurAccount: (text) => names.numberOf(text, '') !== null,
    isBeneficiaryId: (text) => index.byId.has(text),
    isBeneficiaryAccount: (text) => index.byAccount.has(compact(text)),
    isBeneficiaryName: (text) => index.byName.has(folded(text)),
  };
}

const no = (): boolean => false;
export const nothingKnown: KnownValues = {
  isIban: no,
  isOurAccount: no,
  isBeneficiaryId: no,
  isBeneficiaryAccount: no,
  isBeneficiaryName: no,
};

/** The filled columns of unknown meaning, each with a guess and its first values; null where there are none. */
export async function proposalsOf(
  parts: PaymentParts,
  { rows, headings, columns, unknown }: PaymentTable,
): Promise<ProposedColumns | null> {
  if (!unknown) return null;
  const outline = { ...outlineOf(rows, 0), headings, hasHeading: true };
  const guesses = guessColumns(rows, outline, await knownValues(parts));
  const used = new Set<string>(Object.keys(columns));
  const proposed = unknown.at.map((at): ProposedColumn => {
    const guess = guesses[at]?.guess ?? null;
    const field = guess === null || used.has(guess) ? null : guess;
    if (field !== null) used.add(field);
    const examples = rows.map((row) => cellAt(row, at).text.trim()).filter((text) => text !== '');
    return {
      at,
      heading: headings[at] ?? '',
      examples: examples.slice(0, examplesMax).map((text) => text.slice(0, 200)),
      field,
    };
  });
  return { columns: proposed, shape: unknown.shape, offset: unknown.offset };
}

/** Meaning -> column, as proposed. */
export const proposedColumns = (
  proposed: ProposedColumns | null,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (proposed?.columns ?? []).flatMap(({ at, field }) => (field === null ? [] : [[field, at]])),
  );

/** Why the file cannot be sent before a person confirms its columns, in a sentence; null where it can. */
export function unconfirmedColumns({ fileName, proposed }: PaymentFileRecord): string | null {
  if (!proposed) return null;
  const names = proposed.columns.map(({ heading }) => `“${heading}”`);
  return names.length === 1
    ? `${fileName}: its column ${names.join()} is not confirmed.`
    : `${fileName}: its columns ${names.join(', ')} are not confirmed.`;
}

/** The fields that a column to confirm can mean: those that no other column of the file has. */
export function fieldsToPropose(
  { columns, proposed }: Pick<PaymentFileRecord, 'columns' | 'proposed'>,
  requiredFields: readonly RequiredField[],
): { readonly name: string; readonly label: string }[] {
  if (!proposed) return [];
  const open = new Set(proposed.columns.map(({ at }) => at));
  return matchableFields(requiredFields).filter(({ name }) => {
    const at = columns[name];
    return at === undefined || open.has(at);
  });
}

/**
 * Returns the file with a person's answers for its columns, and remembers them for files of the same columns. Does not save the file.
 * Throws `input.invalid` where the answers are not about these columns, or give one meaning to two.
 */
export function confirmColumns(
  { journal, bank, clock }: PaymentParts,
  file: PaymentFileRecord,
  answers: readonly ConfirmedColumn[],
): PaymentFileRecord {
  const { proposed, ...rest } = file;
  if (!proposed)
    throw new DeskFault('input.invalid', 'The columns of this file are confirmed already.');
  const open = proposed.columns.map(({ at }) => at);
  const answered = answers.map(({ at }) => at);
  if (open.toSorted(byNumber).join() !== answered.toSorted(byNumber).join())
    throw new DeskFault(
      'input.invalid',
      'Nothing was confirmed. Answer for each of the columns once.',
    );
  const allowed = new Set(
    fieldsToPropose(file, bank.requiredFields('createSingleTransfer')).map(({ name }) => name),
  );
  const meant = answers.flatMap(({ at, field }) => (field === null ? [] : [{ at, field }]));
  const isTwice = new Set(meant.map(({ field }) => field)).size < meant.length;
  if (isTwice || meant.some(({ field }) => !allowed.has(field)))
    throw new DeskFault(
      'input.invalid',
      'Nothing was confirmed. Two columns cannot have one meaning.',
    );
  const known = Object.entries(file.columns).filter(([, at]) => !open.includes(at));
  const columns = Object.fromEntries([
    ...known,
    ...meant.map(({ at, field }) => [field, at] as const),
  ]);
  const unused = answers.filter(({ field }) => field === null);
  const names = unused.map(({ at }) => file.headings[at] ?? '');
  saveShape(journal, {
    kind: 'payments',
    shape: proposed.shape,
    offset: proposed.offset,
    columns,
    decimals: null,
    headings: file.headings,
    fileName: file.fileName,
    savedAt: timestampNow(clock),
  });
  return {
    ...rest,
    columns,
    notes: [...file.notes, ...(names.length === 0 ? [] : [unusedWords(names)])],
  };
}

const byNumber = (a: number, b: number): number => a - b;
