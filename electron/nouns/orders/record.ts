/** What may change from one telling to the next; only the bank's newest word counts. */
const changing: ReadonlySet<string> = new Set([
  'status',
  'reason',
  'paidAmount',
  'paidAt',
  'updatedAt',
  'also',
]);

/** What a bank file asks for besides stands with the submission, in the words of then; a record is the bank's. */
const besides = 'more';

/** A record in which the facts that the bank left out this time stand as they were known before. */
export function filledIn<R extends object>(told: R, known: object): R {
  const blank = new Map(Object.entries(told).map(([field, value]) => [field, isBlank(value)]));
  const kept = Object.entries(known).filter(
    ([field, value]) =>
      field !== besides && !changing.has(field) && !isBlank(value) && blank.get(field) !== false,
  );
  return { ...told, ...Object.fromEntries(kept) };
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

/** Nothing more is expected to happen to it; a word that we do not know may still change. */
export const isFinal = ({ status }: { status: string }): boolean =>
  finalStatuses.has(status.toLowerCase());
