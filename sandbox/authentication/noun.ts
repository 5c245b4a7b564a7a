import type { authentication as operations } from '../../shared/bank/authentication.ts';
import type { Noun } from '../server/noun.ts';
import { createSessions, SessionState } from '../server/sessions.ts';
import { handlers, type AuthenticationBank, type AuthenticationState } from './handlers.ts';

const savedFields = { sessions: SessionState };

export const authentication: Noun<
  typeof operations,
  AuthenticationBank,
  AuthenticationState,
  typeof savedFields
> = {
  handlers,
  seed: ({ seed }) => ({ sessions: createSessions(seed) }),
  savedFields,
  save: ({ sessions: { issued, password, tokens } }) => ({
    sessions: { issued, password, tokens: [...tokens] },
  }),
  restore: (saved, { sessions }) => ({ sessions: createSessions(sessions.seed, saved.sessions) }),
};
