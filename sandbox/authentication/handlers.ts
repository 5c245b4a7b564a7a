import type { authentication as operations, TokenGrant } from '../../shared/bank/authentication.ts';
import { sandboxCredentials } from '../server/credentials.ts';
import { isPassword, keptPassword } from '../server/password.ts';
import { invalid, unauthorized } from '../server/refusal.ts';
import type { HandlersOf } from '../server/noun.ts';
import { clientId, clientName } from '../accounts/seed.ts';
import { sandboxUserId } from '../sub-clients/seed.ts';
import {
  accessTokenMs,
  endFamily,
  endOtherFamilies,
  issueTokens,
  renewTokens,
  type IssuedTokens,
  type Sessions,
} from '../server/sessions.ts';

export const authentication: HandlersOf<typeof operations> = {
  getToken: ({ body }, { bank }) => {
    if (body.username !== sandboxCredentials.username || !holds(bank.sessions, body.password))
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
    bank.sessions.password = keptPassword(newPassword);
    endOtherFamilies(bank.sessions, family);
    return { message: 'The password was changed; every other session has ended' };
  },

  getCurrentUserInfo: () => ({
    message: 'Current user',
    user: {
      userId: sandboxUserId,
      clientId,
      clientName,
      firstName: 'Ada',
      lastName: 'Merlin',
      emailAddress: sandboxCredentials.username,
      roles: ['treasury'],
    },
  }),
};

const passwordLengthMin = 12;

/** The public password always holds beside the one it was changed to: who practises is never locked out. */
const holds = ({ password }: Sessions, typed: string): boolean =>
  typed === sandboxCredentials.password || (password !== null && isPassword(password, typed));

const grantOf = (message: string, tokens: IssuedTokens): TokenGrant => ({
  message,
  data: { ...tokens, tokenType: 'Bearer', expiresIn: accessTokenMs / 1000 },
});
