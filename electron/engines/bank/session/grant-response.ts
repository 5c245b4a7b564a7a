import type { OperationName } from '../../../../shared/bank/catalogue.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import type { BankFile } from '../file/bank-file.ts';
import { readPointer } from '../json/pointer.ts';

/** Is it one of the two operations whose answer is a token, found by the pointers of `auth`? */
export const answersGrant = (operation: OperationName): boolean =>
  operation === 'getToken' || operation === 'refreshToken';

/** An answer with a token, brought from where the bank file's `auth` says its parts are into the catalogue's shape. */
export function mapGrant({ auth }: BankFile, answer: unknown): unknown {
  const at = (pointer: string | null): unknown =>
    pointer === null ? undefined : readPointer(answer, pointer);
  const message = at('/message');
  return {
    message: typeof message === 'string' ? message : '',
    data: {
      accessToken: at(auth.token),
      refreshToken: at(auth.refreshToken),
      tokenType: auth.scheme,
      expiresIn: secondsIn(at(auth.expiresIn)),
    },
  };
}

/** Some banks write a lifetime as text; what is no whole number of seconds is not told. */
function secondsIn(said: unknown): JsonNumber | undefined {
  const text = said instanceof JsonNumber ? said.source : said;
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? new JsonNumber(text) : undefined;
}
