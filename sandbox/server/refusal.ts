export type FieldError = { field: string; message: string };

/** A handler's "no", in the bank's words; the server turns it into an answer with this HTTP status. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(status: number, code: string, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** 400 with the fields named. */
export const invalid = (...errors: FieldError[]): Refusal =>
  new Refusal(
    400,
    'invalid_request',
    errors.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors,
  );

/** Throws Refusal 400 that names what is wrong, if anything is. */
export function refuseWrong(
  ...rules: readonly (readonly [isWrong: boolean, field: string, message: string])[]
): void {
  const errors = rules.filter(([isWrong]) => isWrong);
  if (errors.length > 0) throw invalid(...errors.map(([, field, message]) => ({ field, message })));
}

/** 400 for something that the record's state does not allow. */
export const notAllowed = (code: string, message: string): Refusal =>
  new Refusal(400, code, message);

export const notFound = (what: string): Refusal =>
  new Refusal(404, 'not_found', `${what} was not found`);

export const unauthorized = (code: string, message: string): Refusal =>
  new Refusal(401, code, message);
