import { appError, type AppError, type ErrorCode } from '../../../../shared/errors.ts';
import type { Context } from '../../machine/context.ts';

/** The part of pg's and Node's errors that is read. Their messages never reach a person. */
type Cause = { readonly code?: string; readonly message?: string; readonly severity?: string };

const causeIn = (cause: unknown): Cause =>
  typeof cause === 'object' && cause !== null ? cause : {};

/** A SQLSTATE has five characters; Node's codes have more, or none of them is a digit. */
const sqlStateIn = ({ code = '' }: Cause): string | null =>
  /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) ? code : null;

/** Why a server could not be opened. */
export function whyNotOpened(thrown: unknown, { correlationId }: Context): AppError {
  const cause = causeIn(thrown);
  const state = sqlStateIn(cause);
  return appError(state === null ? codeOfLine(cause) : codeOfOpening(state), correlationId, {
    technical: state ?? cause.code,
  });
}

const codesOfOpening: Readonly<Record<string, ErrorCode>> = {
  '28P01': 'team.login-refused',
  '28000': 'team.login-refused',
  '3D000': 'team.other-schema',
};

/** Class 42 means another record, or one that the login may not read. */
const codeOfOpening = (state: string): ErrorCode =>
  codesOfOpening[state] ?? (state.startsWith('42') ? 'team.other-schema' : 'team.unreachable');

/** Node's codes for a certificate that is not trusted, or an authority's that cannot be read. */
const certificateCodes =
  /^(?!ERR_SSL).*(CERT|SIGNATURE|ISSUER|ALTNAME|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME)|^ERR_OSSL_(PEM|X509|ASN1)/;

function codeOfLine({ code = '', message = '' }: Cause): ErrorCode {
  // The server cannot prove that it knows the login, or asks for the password in another way.
  if (message.startsWith('SASL')) return 'team.not-a-server';
  if (message.includes('does not support SSL')) return 'team.no-tls';
  return certificateCodes.test(code) ? 'team.wrong-certificate' : 'team.unreachable';
}

/** Returns why a call failed. Only an error from PostgreSQL itself proves that the call was not done. */
export function whyNotCalled(thrown: unknown, { correlationId }: Context): AppError {
  const cause = causeIn(thrown);
  const state = sqlStateIn(cause);
  const isLost = state === null || lostStates.test(state) || endsServer(state, cause);
  return appError(isLost ? 'team.answer-lost' : codeOfCall(state), correlationId, {
    technical: state ?? cause.code,
  });
}

/** The connection ended, or it is not known whether the transaction committed. */
const lostStates = /^(08...|57P0.|40003)$/;

/**
 * A full or failing disk, or an internal fault, may end the server while it commits, and then the act may be in the record. A plain error
 * of these classes rolls back. PostgreSQL translates the severity, so in a language other than English an error counts as an end.
 */
const endsServer = (state: string, { severity }: Cause): boolean =>
  /^(53|58|XX)/.test(state) && severity !== 'ERROR';

const codeOfCall = (state: string): ErrorCode =>
  codesOfCalls.find(([states]) => states.test(state))?.[1] ?? 'team.refused';

const codesOfCalls: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^NO002$/, 'team.stale'],
  [/^NO004$/, 'team.fork'],
  [/^(NO009|42501)$/, 'team.closed'],
  [/^NO010$/, 'team.founded'],
  [/^NO011$/, 'team.too-soon'],
  // Too many connections, no memory; a conflict, a lock or a statement that lasted too long; a read-only server; a failed disk.
  [/^(5320.|5330.|40...|55P03|57014|25006|58...)$/, 'team.unreachable'],
  [/^53/, 'team.full'],
  [/^(3F|42)/, 'team.other-schema'],
];
