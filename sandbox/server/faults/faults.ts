import { z } from 'zod';

const ms = z.int().min(0).max(600_000);
const JsonOrHtml = z.enum(['json', 'html', 'empty']);

/** A fault that is caused on purpose. Each kind is described in one sentence. */
export const Fault = z.discriminatedUnion('kind', [
  /** Answers this status without doing anything; `body` says in which form. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: JsonOrHtml.optional(),
    message: z.string().optional(),
    retryAfter: z.string().optional(),
  }),
  /** Answers 429 with Retry-After in seconds. */
  z.strictObject({ kind: z.literal('busy'), retryAfter: z.string().optional() }),
  /** Waits before answering. */
  z.strictObject({ kind: z.literal('latency'), ms }),
  /** Takes the request and never answers; nothing is done. */
  z.strictObject({ kind: z.literal('never-answer') }),
  /** Does what was asked, then never answers. */
  z.strictObject({ kind: z.literal('never-answer-after-commit') }),
  /** Takes an order, but books it only this much later by the bank's clock: until then it is not visible. */
  z.strictObject({ kind: z.literal('late-booking'), ms }),
  /** Does what was asked, but its answer has an amount that is one unit of the last place higher. */
  z.strictObject({ kind: z.literal('wrong-echo') }),
  /** Quotes a conversion so many hundredths of a percent under the market; trades it so much under its quote. */
  z.strictObject({ kind: z.literal('poor-price'), basisPoints: z.int().min(1).max(9_000) }),
  /** Closes the connection before anything is done. */
  z.strictObject({ kind: z.literal('reset') }),
  /** Does what was asked, then closes the connection without an answer. */
  z.strictObject({ kind: z.literal('cut-after-commit') }),
  /** Sends half of the body, then closes; `framing` says how its end would have been marked. */
  z.strictObject({
    kind: z.literal('cut-body'),
    framing: z.enum(['length', 'chunked', 'close']).optional(),
  }),
  /** The answer is followed by blanks without end. */
  z.strictObject({ kind: z.literal('endless-body') }),
  /** The answer is followed by blanks up to this size. */
  z.strictObject({
    kind: z.literal('huge-body'),
    bytes: z.int().min(1).max(268_435_456).optional(),
  }),
  /** Sends the answer a few bytes at a time. */
  z.strictObject({
    kind: z.literal('slow-drip'),
    bytes: z.int().min(1).optional(),
    everyMs: ms.optional(),
  }),
  /** The right body under another content type. */
  z.strictObject({ kind: z.literal('content-type'), value: z.string().optional() }),
  /** Compresses the answer without a request for it. */
  z.strictObject({ kind: z.literal('gzip') }),
  /** Sends the caller elsewhere. */
  z.strictObject({
    kind: z.literal('redirect'),
    location: z.string(),
    status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).optional(),
  }),
  /** Every access token expires with this call. */
  z.strictObject({ kind: z.literal('token-expired') }),
  /** An answer nested deeper than any reader should follow. */
  z.strictObject({ kind: z.literal('deep-json'), depth: z.int().min(1).max(500_000).optional() }),
  /** From the second page on, a page carries the entries of the page before. */
  z.strictObject({ kind: z.literal('duplicate-page') }),
  /** The page is empty, though the totals count its entries. */
  z.strictObject({ kind: z.literal('missing-page') }),
  /** The entries of the page come in no order. */
  z.strictObject({ kind: z.literal('shuffled-order') }),
  /** totalItems and totalPages are wrong by this many entries. */
  z.strictObject({ kind: z.literal('lying-total'), by: z.int().optional() }),
  /** The closing balance is wrong by one unit of the last place. */
  z.strictObject({ kind: z.literal('lying-closing') }),
  /** A new entry is booked at the end of the range before the page is read. */
  z.strictObject({ kind: z.literal('moving-page') }),
  /** Before the page is read, the bank rewrites the narration of the range's oldest entry. */
  z.strictObject({ kind: z.literal('rewritten-entry') }),
  /** Before the page is read, the bank takes back the range's oldest entry. */
  z.strictObject({ kind: z.literal('withdrawn-entry') }),
  /** The first entry of the page comes twice, the second time with another amount. */
  z.strictObject({ kind: z.literal('entry-twice') }),
  /** The first entry's amount is this text as a JSON number (9 decimals, an exponent ...). */
  z.strictObject({
    kind: z.literal('amount-text'),
    text: z
      .string()
      .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/)
      .optional(),
  }),
  /** The first entry's currency is unknown. */
  z.strictObject({ kind: z.literal('unknown-currency'), value: z.string().optional() }),
  /** The first entry's direction is unknown. */
  z.strictObject({ kind: z.literal('unknown-direction'), value: z.string().optional() }),
  /** The first entry's date is a day that does not exist. */
  z.strictObject({ kind: z.literal('impossible-date'), value: z.string().optional() }),
]);
export type Fault = z.output<typeof Fault>;
export type FaultKind = Fault['kind'];
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;

/** When a fault strikes. Everything given must hold. */
export const FaultRule = z.strictObject({
  /** An operation's name, or `*`. */
  operation: z.string(),
  match: z
    .strictObject({
      /** An account number, a record's id or a reference in the request's path, query or body. */
      subject: z.string().optional(),
      accountNumber: z.string().optional(),
      /** The page's number or offset as the request says it. */
      page: z.string().optional(),
      /** Only the nth call that matches, from 1. */
      nth: z.int().min(1).optional(),
    })
    .optional(),
  /** At most this often. */
  times: z.int().min(1).optional(),
  fault: Fault,
});
export type FaultRule = z.output<typeof FaultRule>;

/** A call as the rules see it. */
export type CallSubject = {
  operation: string;
  /** Values in the request that name an account or a record. */
  subjects: readonly string[];
  page: string | undefined;
};

export const CountedRule = z.strictObject({ rule: FaultRule, seen: z.int(), fired: z.int() });
export type CountedRule = z.output<typeof CountedRule>;

/** The faults that strike a call; counts it for every rule that it matches. */
export function strikingFaults(rules: CountedRule[], call: CallSubject): Fault[] {
  return rules.filter((counted) => strikes(counted, call)).map(({ rule }) => rule.fault);
}

function strikes(counted: CountedRule, call: CallSubject): boolean {
  const { match, times } = counted.rule;
  if (!concerns(counted.rule, call)) return false;
  counted.seen += 1;
  if (match?.nth !== undefined && counted.seen !== match.nth) return false;
  if (times !== undefined && counted.fired >= times) return false;
  counted.fired += 1;
  return true;
}

function concerns({ operation, match = {} }: FaultRule, call: CallSubject): boolean {
  const named = [match.subject, match.accountNumber].filter((value) => value !== undefined);
  return (
    (operation === '*' || operation === call.operation) &&
    named.every((value) => call.subjects.includes(value)) &&
    (match.page === undefined || match.page === call.page)
  );
}
