import type { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../machine/context.ts';
import { readAnswer } from './mapping/answer.ts';
import type { BankFile } from './file/bank-file.ts';
import { isJson, type Reply } from './transport/exchange.ts';
import { faultOfStatus, type Fault } from './transport/faults.ts';
import type { Plan } from './plan.ts';
import { bankStatusMessage } from './mapping/reason-texts.ts';
import { retryAfterMsOf } from './retry.ts';
import { noReason, reasonIn, reasonOfReply } from './mapping/error-message.ts';
import { cleanText } from './mapping/bank-text.ts';

/** A refusal, or a possible one, in the desk's words with the bank's own message. */
type BankRefusal = Pick<AppError, 'bank' | 'fields'> & { readonly fault: Fault };

type RefusalPorts = {
  readonly bankFile: BankFile;
  readonly clock: Pick<Clock, 'now'>;
  readonly redact: (text: string) => string;
};

type Refusals = {
  /** Returns the refusal in an answer other than 2xx. */
  ofReply(plan: Plan, reply: Reply): BankRefusal;
  /** Returns the refusal in a success that reports a failure; `failure` is the status that reports it. */
  ofAnswer(
    plan: Plan,
    reported: { readonly failure: string; readonly answer: unknown; readonly status: number },
  ): BankRefusal;
};

/** Removes secrets from a text: the session's, and those of the request, which the bank may repeat. */
export const cleanedFor =
  ({ secrets }: Plan, redact: RefusalPorts['redact']) =>
  (text: string): string =>
    secrets.reduce(
      (clean, secret) => (secret.length > 3 ? clean.replaceAll(secret, '•••') : clean),
      redact(text),
    );

/** Reads the reason of a refusal. */
export function createRefusals({ bankFile, clock, redact }: RefusalPorts): Refusals {
  const { host } = new URL(bankFile.baseUrl);
  const readingOf = (plan: Plan) => ({
    pointers: bankFile.errorMessage,
    redact: cleanedFor(plan, redact),
    names: plan.names,
  });

  return {
    ofReply(plan, reply) {
      const { status } = reply;
      const { words, isPage, fields } =
        status < 400 ? noReason : reasonOfReply(reply, readingOf(plan));
      const fault = faultOf(plan, reply);
      const speaker = isPage ? 'The answer' : 'The bank';
      const quoted = words === undefined ? '' : ` ${speaker} says: “${words}”.`;
      const hint = status === 404 || status === 405 ? plan.hint : '';
      const message = `${fault.message}${quoted}${waitWords(reply)}${hint}`;
      return {
        fault: { ...fault, message },
        bank: { status, ...(words === undefined ? {} : { message: words }) },
        fields: fault.code === 'bank.refused' ? fields : {},
      };
    },
    ofAnswer(plan, { failure, answer, status }) {
      const reading = readingOf(plan);
      const { words = '', fields } = reasonIn(answer, reading);
      const bankStatus = cleanText(reading.redact(failure));
      const why = words === bankStatus ? '' : words;
      return {
        fault: {
          code: 'bank.refused',
          message: bankStatusMessage(bankStatus, why),
          transient: false,
        },
        bank: { status, message: why === '' ? bankStatus : `${bankStatus}: ${why}` },
        fields,
      };
    },
  };

  function faultOf(plan: Plan, { status, contentType, bytes, location }: Reply): Fault {
    const refusal = {
      status,
      json: isJson(contentType) && readAnswer(bytes).ok,
      empty: contentType === '',
      contentType: contentType.slice(0, 60),
      elsewhere: hostIn(location, bankFile.baseUrl),
      hasReference: plan.hasReference,
    };
    return faultOfStatus(refusal, plan.kind, host);
  }

  function waitWords({ retryAfter }: Reply): string {
    const retryAfterMs = retryAfterMsOf(retryAfter, clock.now());
    if (retryAfterMs === null) return '';
    const seconds = Math.ceil(retryAfterMs / 1_000);
    return ` It asks to wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  }
}

function hostIn(location: string | null, baseUrl: string): string | null {
  const host = location === null ? null : (URL.parse(location, baseUrl)?.host ?? null);
  return host === null ? null : host.slice(0, 100);
}
