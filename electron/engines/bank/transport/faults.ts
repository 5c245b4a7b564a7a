import type { ErrorCode } from '../../../../shared/errors.ts';
import { ConnectionRefused, type PeerCertificate } from './connect.ts';
import { untrustedSentence } from './tls-messages.ts';
import { ProxyFault } from './tunnel.ts';

/** The kind of failure between the desk and the bank. */
type FailureKind =
  | 'unreachable'
  | 'proxy-down'
  | 'proxy-refused'
  | 'untrusted'
  | 'timeout'
  | 'reset'
  | 'cut'
  | 'too-large'
  | 'encoded'
  | 'protocol'
  | 'cancelled';

export type Failure = {
  readonly kind: FailureKind;
  /** False when no byte of the request can have reached the bank. */
  readonly started: boolean;
  /** A few words from the network's own code; never a header or a body. */
  readonly detail: string;
  /** The failure as a sentence, where one is known; `technical` adds the proxy's address. */
  readonly words?: string;
  readonly technical?: string;
  /** The certificate shown on a failed TLS connection. */
  readonly certificate?: PeerCertificate | null;
};

/** A failure in the desk's words. `transient`: the same read may succeed in a moment. */
export type Fault = {
  readonly code: ErrorCode;
  /** Without an address or an error code of the system. */
  readonly message: string;
  /** The same with them. */
  readonly technical?: string | undefined;
  readonly transient: boolean;
};

/** `read`: nothing can have changed at the bank. `change`: what was sent may have been carried out. */
export type RequestKind = 'read' | 'change';

/** Thrown into an exchange to end it; `kind` is the reason. */
export class Ended extends Error {
  override name = 'Ended';
  readonly kind: 'timeout' | 'cancelled';

  constructor(kind: 'timeout' | 'cancelled') {
    super(kind);
    this.kind = kind;
  }
}

const kinds: readonly (readonly [RegExp, FailureKind])[] = [
  [/^(ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|EADDR|ENOENT|UND_ERR_CONNECT_TIMEOUT)/, 'unreachable'],
  [
    /^(ERR_TLS|ERR_SSL|UNABLE_TO|CERT_|CRL_|SELF_SIGNED|DEPTH_ZERO|INVALID_CA|HOSTNAME_)/,
    'untrusted',
  ],
  [/^(EPROTO|ERR_OSSL)/, 'untrusted'],
  [/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)/, 'timeout'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH)/, 'protocol'],
];

/** Classifies an error that undici, Node or TLS threw. */
export function failureOf(thrown: unknown, started: boolean, inBody: boolean): Failure {
  if (thrown instanceof Ended) return { kind: thrown.kind, started, detail: '' };
  if (thrown instanceof ProxyFault)
    return {
      ...{ kind: thrown.kind, started, detail: '' },
      ...{ words: thrown.message, technical: thrown.technical },
    };
  const code = codeIn(thrown);
  const known = kinds.find(([pattern]) => pattern.test(code))?.[1];
  // Before the request began, any other error is a failed connection.
  const kind = known ?? (started ? (inBody ? 'cut' : 'reset') : 'unreachable');
  const certificate = thrown instanceof ConnectionRefused ? thrown.certificate : null;
  return { kind, started, detail: code, certificate };
}

function codeIn(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  const { code, cause, name } = thrown as { code?: unknown; cause?: unknown; name?: unknown };
  // The parser gives no code when the answer is not HTTP at all.
  if (name === 'HTTPParserError' && code === undefined) return 'HPE_INVALID';
  if (typeof code === 'string' && /^[A-Z0-9_]{1,80}$/.test(code)) return code;
  return cause === undefined ? '' : codeIn(cause);
}

/** Returns the fault of an exchange without a complete answer. */
export function faultOfFailure(failure: Failure, requestKind: RequestKind, host: string): Fault {
  const message = happened(failure, theBank);
  const technical = failure.technical ?? happened(failure, host);
  if (requestKind === 'change' && failure.started)
    return { code: 'outcome.unknown', message, technical, transient: false };
  if (!failure.started && failure.kind === 'timeout')
    return { code: 'network.unreachable', message, technical, transient: true };
  const [code, transient] = readCodes[failure.kind];
  return { code, message, technical, transient };
}

const readCodes: Readonly<Record<FailureKind, readonly [ErrorCode, boolean]>> = {
  unreachable: ['network.unreachable', true],
  'proxy-down': ['network.proxy-down', true],
  'proxy-refused': ['network.proxy-refused', false],
  untrusted: ['network.untrusted', false],
  timeout: ['network.timeout', true],
  reset: ['bank.unavailable', true],
  cut: ['bank.unexpected', true],
  'too-large': ['bank.unexpected', false],
  encoded: ['bank.unexpected', false],
  protocol: ['bank.unexpected', false],
  cancelled: ['cancelled', false],
};

/** Replaces the host in a sentence for a person. */
export const theBank = 'the bank';

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function happened({ kind, detail, started, words, certificate }: Failure, host: string): string {
  if (words !== undefined) return words;
  const why = detail === '' || host === theBank ? '' : ` (${detail})`;
  const sentences: Record<FailureKind, string> = {
    unreachable: `No connection to ${host}${why}.`,
    'proxy-down': `The proxy does not answer${why}.`,
    'proxy-refused': `The proxy refused the connection${why}.`,
    untrusted: `${untrustedSentence(host, detail, certificate ?? null)}${why}`,
    timeout: started
      ? `${host} did not answer in time.`
      : `No connection to ${host} could be made in time.`,
    reset: `${host} closed the connection before it answered${why}.`,
    cut: `The answer of ${host} was cut off.`,
    'too-large': `The answer of ${host} is larger than an answer may be.`,
    encoded: `${host} answered in a packed form that was not asked for.`,
    protocol: `${host} does not speak proper HTTP${why}.`,
    cancelled: 'Stopped while the bank was being asked.',
  };
  return capitalized(sentences[kind]);
}

/** An answer that is not a success. `json`: its body is JSON, so it is from the bank itself. */
export type Refusal = {
  readonly status: number;
  readonly json: boolean;
  readonly empty: boolean;
  readonly contentType: string;
  /** The host to which a redirect points. */
  readonly elsewhere: string | null;
  /** The request carries a reference by which the bank may recognise a repeat. */
  readonly hasReference: boolean;
};

/**
 * Returns the fault of an answer other than 2xx and 401. A 4xx refuses a change whatever its body: the bank, or a proxy in front of
 * it, has not done it. The few 4xx that leave the outcome open, and every other status, are `outcome.unknown`.
 */
export function faultOfStatus(refusal: Refusal, requestKind: RequestKind, host: string): Fault {
  const { status, json, empty } = refusal;
  const words = {
    message: capitalized(statusSentence({ ...refusal, elsewhere: null }, theBank)),
    technical: statusSentence(refusal, host),
  };
  if (status === 429) return { code: 'bank.busy', ...words, transient: true };
  if (requestKind === 'change')
    return isClearNo(refusal)
      ? { code: 'bank.refused', ...words, transient: false }
      : { code: 'outcome.unknown', ...words, transient: false };
  if (status >= 500) return { code: 'bank.unavailable', ...words, transient: status !== 501 };
  if (status === 408) return { code: 'network.timeout', ...words, transient: true };
  if (status >= 400 && (json || empty)) return { code: 'bank.refused', ...words, transient: false };
  return { code: 'bank.unexpected', ...words, transient: false };
}

/**
 * The 4xx that leave the outcome of a change open: an intermediary stopped waiting (408), refused early data (425), or lost the
 * connection to one of its ends (444, 460 and 499, which gateways invented).
 */
const silentOnOutcome: ReadonlySet<number> = new Set([408, 425, 444, 460, 499]);

function isClearNo({ status, hasReference }: Refusal): boolean {
  if (status < 400 || status > 499 || silentOnOutcome.has(status)) return false;
  // On 409 the bank may have the change already, from the first of two sendings.
  return status !== 409 || !hasReference;
}

function statusSentence(refusal: Refusal, host: string): string {
  const { status, json, empty, contentType, elsewhere, hasReference } = refusal;
  if (status >= 300 && status < 400)
    return `${host} answered ${String(status)} and points ${elsewhere ? `to ${elsewhere}` : 'elsewhere'}; Nostro never follows.`;
  if (status === 409 && hasReference)
    return `${host} answered 409: it may have this reference already.`;
  if (json || empty) return `${host} answered ${String(status)}.`;
  return `${host} answered ${String(status)} with ${contentType || 'something'} instead of JSON.`;
}
