import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  foreignCredentials,
  json,
  openForeignBank,
  trueEntries,
  type ForeignBank,
} from '../support/simple-banks/foreign-bank.ts';

export const newPassword = 'canary-nëw-password-91';
export const oldPassword = foreignCredentials.password;
export const signInWith = (password: string) => ({ ...foreignCredentials, password });

/** What the bank does with a change of the password. */
export type Reset =
  | 'changes it'
  | 'refuses'
  | 'changes it, answer lost'
  | 'does nothing, answer lost';

/** A bank that is not ours, whose user can change the password. */
export async function passwordBank(reset: () => Reset, before: () => void = () => undefined) {
  let password = oldPassword;
  let tokens = 0;
  const bank: ForeignBank = await openForeignBank({
    entries: trueEntries(12, '2026-10-01'),
    intercept: (_request, response, { pathname }) => {
      const body = (): Record<string, string> =>
        JSON.parse(Buffer.from(bank.bodies.at(-1) ?? '', 'latin1').toString()) as never;
      if (pathname === '/platform/iam/v3/session') {
        if (body()['pass'] === password) {
          tokens += 1;
          json(response, 200, `{"data":{"jwt":"token-${String(tokens)}","ttl":900}}`);
        } else json(response, 401, '{"error":{"message":"Unknown user"}}');
        return true;
      }
      if (pathname !== '/platform/auth-service/api/v1/password/reset') return false;
      before();
      const what = reset();
      if (what.startsWith('changes it')) password = body()['newPassword'] ?? '';
      if (what.endsWith('lost')) response.destroy();
      else if (what === 'refuses') json(response, 422, '{"error":{"message":"Not that one"}}');
      else json(response, 200, '{"message":"Done"}');
      return true;
    },
  });
  const file = JSON.parse(bank.bankFile()) as { operations: Record<string, object> };
  file.operations['resetPassword'] = {};
  return { bank, bankFile: JSON.stringify(file) };
}

export const keyInfoIn = (dataDir: string, profileId: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(dataDir, 'banks', profileId, 'keyinfo.json'), 'utf8')) as never;
