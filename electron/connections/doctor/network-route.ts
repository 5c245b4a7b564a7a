import { appError } from '../../../shared/errors.ts';
import { isJson } from '../../engines/bank/transport/exchange.ts';
import type { Look, Reached } from '../../engines/bank/probes.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Examination } from './examination.ts';
import { noSuchAccount } from '../../engines/bank/no-such-account.ts';
import { certificateAdvice, connectionAdvice } from './route-advice.ts';

/** A certificate with fewer days left gets a warning. */
const daysLeftMin = 30;
const dayMs = 86_400_000;

/** The answer to a call without a sign-in; null where no further call should be made. */
export type Doorstep = { readonly refusal: unknown };

/** Checks the address, TLS, and whether it is an API at all. No credential or token is sent before all three are reported. */
export async function examineRoute(exam: Examination, context: Context): Promise<Doorstep | null> {
  const reached = await exam.parts.bank.probes.reach(context);
  if (!reportAddress(exam, reached)) return null;
  if (!reportTls(exam, reached)) return null;
  return reportApi(exam, context);
}

function reportAddress(exam: Examination, { failed }: Reached): boolean {
  if (failed?.by !== 'address') {
    exam.record('address', { state: 'ok', detail: `${exam.host} takes connections.` });
    return true;
  }
  exam.record('address', {
    state: 'failed',
    detail: failed.words,
    advice: connectionAdvice(failed),
    error: failed.error,
  });
  exam.skip(['tls', 'api'], 'the bank’s address does not answer');
  return false;
}

function reportTls(exam: Examination, { failed, protocol, certificate }: Reached): boolean {
  const { baseUrl } = exam.parts.bankFile;
  const { issuer = null, validTo = null } = certificate ?? {};
  exam.tls = { protocol, issuer, validTo };
  if (baseUrl.startsWith('http://')) {
    exam.skip(['tls'], 'plain HTTP to this machine has no certificate to look at');
    return true;
  }
  const now = exam.parts.clock.now();
  if (failed) {
    const hasEnded = validTo !== null && Date.parse(validTo) < now;
    const also = hasEnded && failed.code !== 'CERT_HAS_EXPIRED';
    exam.record('tls', {
      state: 'failed',
      detail: `${failed.words}${also ? ` It has also expired, on ${validTo.slice(0, 10)}.` : ''}`,
      advice: certificateAdvice(failed.code, hasEnded, now),
      error: failed.error,
    });
    exam.skip(['api'], 'the connection cannot be trusted, so nothing was sent');
    return false;
  }
  const daysLeft = Math.floor((Date.parse(validTo ?? '') - now) / dayMs);
  const detail = `${protocol ?? 'TLS'}, its certificate issued by ${issuer ?? 'an unnamed authority'} and valid until ${validTo?.slice(0, 10) ?? 'an unknown day'}: ${daysLeft} days left.`;
  if (daysLeft >= daysLeftMin) exam.record('tls', { state: 'ok', detail });
  else
    exam.record('tls', {
      state: 'warning',
      detail,
      advice: 'Ask the bank when it renews its certificate: on the day it ends nothing is sent.',
    });
  return true;
}

/** Sends one call that needs a sign-in, without one: the answer shows what kind of server it is. */
async function reportApi(exam: Examination, context: Context): Promise<Doorstep | null> {
  const answer = await exam.parts.bank.probes.look(
    'getAccountsBy',
    { query: { accountNumber: noSuchAccount } },
    'unsigned',
    context,
  );
  if (!answer.ok) {
    const advice = 'Nothing but this question was sent. Try again, or look at baseUrl.';
    exam.record('api', {
      state: 'failed',
      detail: answer.error.message,
      advice,
      error: answer.error,
    });
    return null;
  }
  const verdict = verdictOf(exam.host, answer.value);
  const { correlationId } = context;
  if (verdict.state === 'failed') {
    const error = appError('bank.unexpected', correlationId, { message: verdict.detail });
    exam.record('api', { ...verdict, error });
    return null;
  }
  exam.record('api', verdict);
  return { refusal: answer.value.body };
}

type Verdict = {
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly advice?: string;
};

function verdictOf(host: string, look: Look): Verdict {
  const { status, body, contentType, elsewhere } = look;
  if (status >= 300 && status < 400)
    return {
      state: 'failed',
      detail: `${host} answers ${status} and points ${elsewhere === null ? 'elsewhere' : `to ${elsewhere}`}.`,
      advice: 'The desk never follows. Write the address that the bank confirms in baseUrl.',
    };
  if (body !== undefined) return verdictOfJson(host, status);
  const isSignInRequired = status === 401 || status === 403;
  if (contentType === '' && status >= 400 && status < 500)
    return { state: 'ok', detail: `${host} refuses what is not signed in (${status}), silently.` };
  const isPage = /^(text\/html|application\/xhtml\+xml)$/.test(contentType);
  const what = isPage ? 'a web page' : contentType || 'something without a type';
  if (isSignInRequired)
    return {
      state: 'warning',
      detail: `${host} asks for a sign-in (${status}), but with ${what} instead of JSON.`,
      advice: 'It may be a gateway before the bank. The sign-in will show.',
    };
  if (isJson(contentType))
    return {
      state: 'failed',
      detail: `${host} says that it answers in JSON, but the answer is empty or not whole (${status}).`,
      advice: 'Ask the bank whether this address is right, and whether something stands before it.',
    };
  return {
    state: 'failed',
    detail: isPage
      ? `${host} answers web pages, not an API (${status} ${contentType}).`
      : `${host} answers ${what} instead of JSON (${status}).`,
    advice:
      'Look at baseUrl: this may be the bank’s web site, or a sign-in page of your network. No credential was sent.',
  };
}

function verdictOfJson(host: string, status: number): Verdict {
  if (status >= 200 && status < 300)
    return {
      state: 'warning',
      detail: `${host} answers in JSON, and answers a question about an account without a sign-in (${status}).`,
      advice: 'Inform the bank: it must not answer without a sign-in.',
    };
  if (status >= 500)
    return {
      state: 'warning',
      detail: `${host} answers in JSON that it has an internal error (${status}).`,
      advice: 'Try again later.',
    };
  const isRefusal = status === 401 || status === 403;
  return {
    state: 'ok',
    detail: `${host} answers in JSON${isRefusal ? ' and asks for a sign-in' : ''} (${status}).`,
  };
}
