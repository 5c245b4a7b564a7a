import { z } from 'zod';

import { CountNumber } from '../money/decimal-schemas.ts';
import { LooseText, LooseTexts, operation, RequiredText, wireRecord } from './operation.ts';

/** The sandbox's answer to getToken and refreshToken. Other banks' answers are read by JSON Pointers and may hold less. */
export const TokenGrant = z.object({
  message: LooseText,
  data: z.object({
    accessToken: z.string().min(1),
    refreshToken: LooseText,
    tokenType: LooseText,
    /** Seconds. */
    expiresIn: CountNumber.nullish(),
  }),
});
export type TokenGrant = z.output<typeof TokenGrant>;

export const CurrentUser = wireRecord({
  userId: RequiredText,
  clientId: RequiredText,
  clientName: LooseText,
  firstName: LooseText,
  lastName: LooseText,
  emailAddress: LooseText,
  roles: LooseTexts,
});
export type CurrentUser = z.output<typeof CurrentUser>;

const shared = {
  group: 'Authentication',
  encoding: 'json',
  origin: 'assumed',
} as const;

export const authentication = {
  getToken: operation({
    ...shared,
    title: 'Get Token',
    method: 'POST',
    path: '/auth-service/api/v1/token',
    input: z.object({
      body: z.object({ username: z.string().min(1), password: z.string().min(1) }),
    }),
    output: TokenGrant,
    effect: 'change',
    secretInput: 'password',
  }),
  refreshToken: operation({
    ...shared,
    title: 'Refresh Token',
    method: 'POST',
    path: '/auth-service/api/v1/token/refresh',
    input: z.object({ body: z.object({ refreshToken: z.string().min(1) }) }),
    output: TokenGrant,
    effect: 'change',
    secretInput: 'token',
  }),
  logoutUser: operation({
    ...shared,
    title: 'Logout User',
    method: 'POST',
    path: '/auth-service/api/v1/logout',
    input: z.object({}),
    output: wireRecord({ message: LooseText }),
    effect: 'change',
  }),
  /** The signed-in user's own password: never journalled, never an argument, never sent again. */
  resetPassword: operation({
    ...shared,
    title: 'Reset Password',
    method: 'POST',
    path: '/auth-service/api/v1/password/reset',
    input: z.object({
      body: z.object({ currentPassword: z.string().min(1), newPassword: z.string().min(1) }),
    }),
    output: z.object({ message: LooseText }),
    effect: 'change',
    secretInput: 'password',
  }),
  getCurrentUserInfo: operation({
    ...shared,
    title: 'Get Current User Info',
    method: 'GET',
    path: '/auth-service/api/v1/users/me',
    input: z.object({}),
    output: wireRecord({ message: LooseText, user: CurrentUser }),
    effect: 'read',
  }),
};
