import type { OperationName } from '../../../../shared/bank/catalogue.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import type { BankFile } from '../file/bank-file.ts';
import { readPointer } from '../json/pointer.ts';

/** Is it one of the two operations whose answer is a token, read by the pointers of `auth`? */
export const answersGrant = (operation: OperationName): boolean =>
  operation === 'getToken' || operation === 'refreshToken';

/** Maps an answer with a token from the places in the bank file's `auth` into the catalogue's shape. */
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

/** Reads a lifetime in whole seconds, which some banks write as text; undefined where there is none. */
function secondsIn(lifetime: unknown): JsonNumber | undefined {
  const text = lifetime instanceof JsonNumber ? lifetime.source : lifetime;
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? new JsonNumber(text) : undefined;
}
