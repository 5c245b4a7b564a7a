import type { CurrentUser } from '../../../shared/bank/authentication.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import type { Context } from '../../engines/machine/context.ts';
import { closedWords, resultOf } from './answers.ts';
import type { DoctorQuestion, Examination } from './examination.ts';

/** Signs in, and checks where the token is. Reports the places that look like one, never their content. */
export async function examineSignIn(
  exam: Examination,
  { signIn }: Pick<DoctorQuestion, 'signIn'>,
  context: Context,
): Promise<boolean> {
  const { bank, bankFile } = exam.parts;
  const since = bank.session.isSignedIn() ? bank.session.signedInAt() : null;
  if (!bank.session.isSignedIn()) {
    const signedIn = await signIn(context);
    if (!signedIn.ok) {
      reportRefusal(exam, signedIn.error);
      return false;
    }
  }
  exam.record('sign-in', {
    state: 'ok',
    detail:
      since === null
        ? acceptedMessage(bankFile.auth)
        : `Signed in since ${since.slice(0, 19).replace('T', ' ')} UTC.`,
  });
  findLifetime(exam);
  return true;
}

/** Describes how this bank accepted the sign-in. */
function acceptedMessage({ way, token, header, clientCertificate }: BankFile['auth']): string {
  if (way === 'certificate') return 'It takes the client certificate.';
  const beside = clientCertificate ? ', beside the client certificate' : '';
  if (way === 'api-key')
    return `It takes the key, which goes with every call in the header ${header}${beside}.`;
  if (way === 'basic') return `It takes user name and password, which go with every call${beside}.`;
  return `The bank gave a token, at ${quoted(token)} of its answer${beside}.`;
}

function reportRefusal(exam: Examination, error: AppError): void {
  const { bank, bankFile } = exam.parts;
  const { token, refreshToken, expiresIn } = bank.session.grantPlaces();
  const [place, ...others] = token;
  // True also if the answer without a token came in an earlier sign-in, and no person is asked again.
  const isMisplaced = place !== undefined && !token.includes(bankFile.auth.token);
  if (!isMisplaced) {
    exam.record('sign-in', {
      state: 'failed',
      detail: error.message,
      advice: adviceFor(error),
      error,
    });
    return;
  }
  const more = others.length === 0 ? '' : `; less likely ${others.map(quoted).join(', ')}`;
  const reason = `The answer to the sign-in has no token at ${quoted(bankFile.auth.token)}; what looks like one is at ${quoted(place)}${more}.`;
  exam.record('sign-in', {
    state: 'failed',
    detail: reason,
    advice: 'Write that place in the bank file at auth.token, then sign in again.',
    error,
  });
  exam.find('auth.token', place, reason);
  const [renewal] = refreshToken;
  if (renewal !== undefined)
    exam.find('auth.refreshToken', renewal, `What looks like it is at ${quoted(renewal)}.`);
  if (expiresIn[0] !== undefined)
    exam.find('auth.expiresIn', expiresIn[0], lifetimeReason(expiresIn[0]));
}

/** Checks that the bank file names the lifetime of a token, so that it is renewed in time. */
function findLifetime(exam: Examination): void {
  const { bank, bankFile } = exam.parts;
  const [place] = bank.session.grantPlaces().expiresIn;
  if (bankFile.auth.expiresIn === null && place !== undefined)
    exam.find('auth.expiresIn', place, lifetimeReason(place));
}

const lifetimeReason = (place: string): string =>
  `The answer to the sign-in states at ${quoted(place)} how long a token lives; with it the desk renews it before it ends.`;

const quoted = (pointer: string): string => `“${pointer}”`;

function adviceFor({ code, bank, fields }: AppError): string {
  if (code === 'session.required') return 'Sign in, then run this again.';
  if (code === 'input.invalid') return 'Enter every field that the sign-in asks for.';
  if (code === 'operation.closed' || bank?.status === 404 || bank?.status === 405)
    return 'Write the bank’s own path and method in the bank file, at the operation that auth.operation names.';
  if (code === 'bank.unexpected' && fields?.['auth.token'] !== undefined)
    return 'Ask the bank where its answer to the sign-in holds the token, and write that place at auth.token.';
  if (code === 'session.refused')
    return 'Check the credentials, and what the bank file says at auth, with the bank.';
  return 'Try again later; if it stays so, ask the bank how its sign-in answers.';
}

/** The user who is signed in; null where the bank does not report one. */
export async function examineUser(
  exam: Examination,
  context: Context,
): Promise<CurrentUser | null> {
  const { bank } = exam.parts;
  if (!bank.isOpen('getCurrentUserInfo')) {
    exam.record('user', { state: 'skipped', detail: closedWords('getCurrentUserInfo') });
    return null;
  }
  const answer = await bank.call('getCurrentUserInfo', {}, context);
  if (!answer.ok) {
    exam.record('user', resultOf(answer.error));
    return null;
  }
  exam.record('user', {
    state: 'ok',
    detail: 'It reports who is signed in, in the expected shape.',
  });
  return answer.value.user;
}
