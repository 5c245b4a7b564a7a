import type { authentication as operations, TokenGrant } from '../../shared/bank/authentication.ts';
import { sandboxCredentials } from '../credentials.ts';
import { unauthorized } from '../refusal.ts';
import type { HandlersOf } from '../handler.ts';
import { clientId, clientName } from '../seed/accounts.ts';
import { sandboxUserId } from '../seed/onboarding.ts';
import {
  accessTokenMs,
  endFamily,
  issueTokens,
  renewTokens,
  type IssuedTokens,
} from '../sessions.ts';

export const authentication: HandlersOf<typeof operations> = {
  getToken: ({ body }, { bank }) => {
    const { username, password } = sandboxCredentials;
    if (body.username !== username || body.password !== password)
      throw unauthorized('invalid_credentials', 'The user name or the password is wrong');
    return grantOf('Signed in', issueTokens(bank.sessions, bank.clock.now()));
  },

  refreshToken: ({ body }, { bank }) =>
    grantOf('Renewed', renewTokens(bank.sessions, body.refreshToken, bank.clock.now())),

  logoutUser: (_input, { bank, family }) => {
    endFamily(bank.sessions, family);
    return { message: 'Signed out' };
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

const grantOf = (message: string, tokens: IssuedTokens): TokenGrant => ({
  message,
  data: { ...tokens, tokenType: 'Bearer', expiresIn: accessTokenMs / 1000 },
});
