import type { CurrentUser } from '../../../shared/bank/authentication.ts';
import { appError, type AppError, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import type { BankFile } from './file/bank-file.ts';
import type { BankClient } from './client.ts';
import { signsInByCall } from './session/credential-fields.ts';
import { noSuchAccount } from './no-such-account.ts';

/**
 * Signs in and returns the user; null where the bank does not name the user. Where signing in sends no request (an API key, HTTP
 * Basic, a client certificate), a read is sent at once: `session.refused` when the bank answers 401 to it, and the network's error
 * when the bank was not reached. Every other answer means that the credentials were accepted.
 */
export async function signInAs(
  { bank, bankFile }: { readonly bank: BankClient; readonly bankFile: BankFile },
  credentials: Readonly<Record<string, string>>,
  context: Context,
): Promise<Outcome<CurrentUser | null>> {
  const signedIn = await bank.session.signIn(credentials, context);
  if (!signedIn.ok) return err(aboutCertificate(bankFile, signedIn.error));
  const profile = bank.isOpen('getCurrentUserInfo')
    ? await bank.call('getCurrentUserInfo', {}, context)
    : null;
  if (profile?.ok) return ok(profile.value.user);
  if (signsInByCall(bankFile.auth)) return ok(null);
  const refusal = (profile && wasNotMet(profile.error)) ?? (await entryRefused(bank, context));
  if (refusal === null) return ok(null);
  await bank.session.signOut(context);
  return err(aboutCertificate(bankFile, refusal));
}

/** Asks for a number that no account has (section 4.2): a bank that accepts the credentials answers that there is none. */
async function entryRefused(bank: BankClient, context: Context): Promise<AppError | null> {
  const query = { accountNumber: noSuchAccount };
  const answer = await bank.call('getAccountsBy', { query }, context);
  if (answer.ok) return null;
  const { bank: reply, operation, correlationId } = answer.error;
  if (reply?.status !== 401) return wasNotMet(answer.error);
  return appError('session.refused', correlationId, {
    ...(operation === undefined ? {} : { operation }),
    ...(reply.message === undefined ? {} : { message: `The bank says: “${reply.message}”.` }),
    bank: reply,
  });
}

/** Returns the error where the bank was not reached, which leaves open whether it accepts the credentials. */
const wasNotMet = (error: AppError): AppError | null =>
  /^(network|session)\.|^cancelled$|^bank\.(busy|unavailable)$/.test(error.code) ? error : null;

/** Mentions the certificate: some banks close the connection without an answer when they do not know it. */
function aboutCertificate({ auth }: BankFile, error: AppError): AppError {
  const isClosed = error.code === 'bank.unavailable' || error.code === 'network.unreachable';
  if (!auth.clientCertificate || !isClosed || error.bank) return error;
  const why = 'It may not accept the client certificate it was shown.';
  return { ...error, message: `${error.message} ${why}` };
}
