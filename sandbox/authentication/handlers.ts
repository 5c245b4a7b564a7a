import type { authentication as operations, TokenGrant } from '../../shared/bank/authentication.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { clientId, clientName, userId } from '../server/client.ts';
import type { Common, HandlersOf } from '../server/noun.ts';
import { isPassword, hashPassword } from '../server/password.ts';
import { invalid, unauthorized } from '../server/refusal.ts';
import {
  accessTokenMs,
  endFamily,
  endOtherFamilies,
  issueTokens,
  renewTokens,
  type IssuedTokens,
  type Sessions,
} from '../server/sessions.ts';

export type AuthenticationState = { readonly sessions: Sessions };
export type AuthenticationBank = AuthenticationState & Common;

export const handlers: HandlersOf<typeof operations, AuthenticationBank> = {
  getToken: ({ body }, { bank }) => {
    if (body.username !== sandboxSignIn.username || !holds(bank.sessions, body.password))
      throw unauthorized('invalid_credentials', 'The user name or the password is wrong');
    return grantOf('Signed in', issueTokens(bank.sessions, bank.clock.now()));
  },

  refreshToken: ({ body }, { bank }) =>
    grantOf('Renewed', renewTokens(bank.sessions, body.refreshToken, bank.clock.now())),

  logoutUser: (_input, { bank, family }) => {
    endFamily(bank.sessions, family);
    return { message: 'Signed out' };
  },

  resetPassword: ({ body }, { bank, family }) => {
    const { currentPassword, newPassword } = body;
    if (!holds(bank.sessions, currentPassword))
      throw invalid({ field: 'currentPassword', message: 'is not the password that holds now' });
    if (newPassword === currentPassword)
      throw invalid({ field: 'newPassword', message: 'must differ from the one that holds now' });
    if (Array.from(newPassword).length < passwordLengthMin)
      throw invalid({
        field: 'newPassword',
        message: `must have at least ${passwordLengthMin} characters`,
      });
    bank.sessions.password = hashPassword(newPassword);
    endOtherFamilies(bank.sessions, family);
    return { message: 'The password was changed; every other session has ended' };
  },

  getCurrentUserInfo: () => ({
    message: 'Current user',
    user: {
      userId,
      clientId,
      clientName,
      firstName: 'Ada',
      lastName: 'Merlin',
      emailAddress: sandboxSignIn.username,
      roles: ['treasury'],
    },
  }),
};

const passwordLengthMin = 12;

/** The public password always works in addition to a changed one, so the sandbox never locks a person out. */
const holds = ({ password }: Sessions, typed: string): boolean =>
  typed === sandboxSignIn.password || (password !== null && isPassword(password, typed));

const grantOf = (message: string, tokens: IssuedTokens): TokenGrant => ({
  message,
  data: { ...tokens, tokenType: 'Bearer', expiresIn: accessTokenMs / 1000 },
});
