/** Fields that change over time: only the newest answer of the bank counts. */
const changing: ReadonlySet<string> = new Set([
  'status',
  'reason',
  'paidAmount',
  'paidAt',
  'updatedAt',
  'extras',
]);

/** The fields that a bank file requires beyond the catalogue: the submission has them, not the bank's record. */
const requiredFields = 'more';

/** Fills the blank fields of an answer from what is known; fields that change over time stay blank. */
export function filledIn<R extends object>(answer: R, known: object): R {
  const blank = new Map(Object.entries(answer).map(([field, value]) => [field, isBlank(value)]));
  const filled = Object.entries(known).filter(
    ([field, value]) =>
      field !== requiredFields &&
      !changing.has(field) &&
      !isBlank(value) &&
      blank.get(field) !== false,
  );
  return { ...answer, ...Object.fromEntries(filled) };
}

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined;

const finalStatuses: ReadonlySet<string> = new Set([
  'paid',
  'rejected',
  'expired',
  'cancelled',
  'completed',
  'failed',
]);

/** Is the status final? An unknown status may still change. */
export const isFinal = ({ status }: { status: string }): boolean =>
  finalStatuses.has(status.toLowerCase());
