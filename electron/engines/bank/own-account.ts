import type { CurrentUser } from '../../../shared/bank/authentication.ts';
import { appError, type AppError, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import type { BankFile } from './file/bank-file.ts';
import type { BankClient } from './client.ts';
import { signsInByCall } from './session/credential-fields.ts';
import { noSuchAccount } from './no-such-account.ts';

/**
 * Signs in, and answers who that is; null where the bank does not tell. Where nothing is asked to sign in (an API key, HTTP
 * Basic, a client certificate), a read is asked at once: `session.refused` when the bank answers 401 to it, and what kept it
 * from the bank when it was not reached. Whatever else it says, somebody was let in.
 */
export async function signInAs(
  { bank, bankFile }: { readonly bank: BankClient; readonly bankFile: BankFile },
  credentials: Readonly<Record<string, string>>,
  context: Context,
): Promise<Outcome<CurrentUser | null>> {
  const signedIn = await bank.session.signIn(credentials, context);
  if (!signedIn.ok) return err(aboutCertificate(bankFile, signedIn.error));
  const told = bank.isOpen('getCurrentUserInfo')
    ? await bank.call('getCurrentUserInfo', {}, context)
    : null;
  if (told?.ok) return ok(told.value.user);
  if (signsInByCall(bankFile.auth)) return ok(null);
  const refusal = (told && wasNotMet(told.error)) ?? (await entryRefused(bank, context));
  if (refusal === null) return ok(null);
  await bank.session.signOut(context);
  return err(aboutCertificate(bankFile, refusal));
}

/** Section 4.2, with a number that no account has: a bank that knows who asks says that there is none. */
async function entryRefused(bank: BankClient, context: Context): Promise<AppError | null> {
  const query = { accountNumber: noSuchAccount };
  const asked = await bank.call('getAccountsBy', { query }, context);
  if (asked.ok) return null;
  const { bank: said, operation, correlationId } = asked.error;
  if (said?.status !== 401) return wasNotMet(asked.error);
  return appError('session.refused', correlationId, {
    ...(operation === undefined ? {} : { operation }),
    ...(said.message === undefined ? {} : { message: `The bank says: “${said.message}”.` }),
    bank: said,
  });
}

/** What kept the question from the bank, so that nobody knows yet whether it takes what was typed. */
const wasNotMet = (error: AppError): AppError | null =>
  /^(network|session)\.|^cancelled$|^bank\.(busy|unavailable)$/.test(error.code) ? error : null;

/** Some banks close the connection without a word where they do not know a certificate. */
function aboutCertificate({ auth }: BankFile, error: AppError): AppError {
  const isClosed = error.code === 'bank.unavailable' || error.code === 'network.unreachable';
  if (!auth.clientCertificate || !isClosed || error.bank) return error;
  const why = 'It may not take the client certificate that it was shown.';
  return { ...error, message: `${error.message} ${why}` };
}
