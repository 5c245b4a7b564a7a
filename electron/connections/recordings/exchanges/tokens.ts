import { isRecord, readPointer, type JsonPointer } from '../../../engines/bank/json/pointer.ts';
import { isSuccess, type Exchange } from './exchange.ts';
import { textsIn } from './leaves.ts';

/** How this bank transmits tokens. Contains tokens: of `grants`, only pointers leave this folder. */
export type TokenUse = {
  /** The places of the token in the answer to the sign-in; several where it is repeated. */
  readonly pointers: readonly JsonPointer[];
  /** Exchanges that were answered with a token, in the order in which they were recorded. */
  readonly issuers: readonly Exchange[];
  readonly header: string;
  /** The word in front of the token, such as Bearer; empty where there is none. */
  readonly scheme: string;
  /** The number of requests that carried a token. */
  readonly times: number;
  /** Every long text in the answers of the issuers, with its place. */
  readonly grants: readonly { readonly text: string; readonly pointer: JsonPointer }[];
};

/** A text that is valid in a header, and longer than words or people's identifiers. */
const opaque = /^[\x21-\x7e]{16,16384}$/;
const carried = /^(?:([A-Za-z0-9._-]{1,50}) )?([\x21-\x7e]{16,16384})$/;

/** Headers that may repeat texts of answers but are no credentials. */
const notForTokens = new Set(
  'host cookie referer origin user-agent accept content-type if-none-match x-correlation-id traceparent'.split(
    ' ',
  ),
);

type Issue = { readonly exchange: Exchange; readonly pointers: JsonPointer[] };
type Use = { header: string; scheme: string; issues: Issue[]; times: number };

/** Finds the header in which most requests carry a text from another answer; null where there is none. */
export function findTokens(exchanges: readonly Exchange[]): TokenUse | null {
  const given = new Map<string, Issue>();
  const uses = new Map<string, Use>();
  // Files are in the order of their names, not of time: so all given texts are collected first.
  for (const exchange of exchanges) if (isSuccess(exchange)) noteGiven(exchange, given);
  for (const exchange of exchanges) noteUses(exchange, { given, uses });
  const best = [...uses.values()].toSorted((a, b) => b.times - a.times)[0];
  if (!best) return null;
  const pointers = best.issues[0]?.pointers ?? [];
  const used = new Set(best.issues.map(({ exchange }) => exchange));
  // An answer with a token that no request used is an issuer too.
  const issuers = exchanges.filter(
    (exchange) => used.has(exchange) || (isSuccess(exchange) && hasToken(exchange, pointers[0])),
  );
  const grants = issuers.flatMap(({ answer }) =>
    [...textsIn(answer)].filter(({ text }) => opaque.test(text)),
  );
  const { header, scheme, times } = best;
  return { pointers, issuers, header, scheme, times, grants };
}

function hasToken({ answer }: Exchange, pointer: JsonPointer | undefined): boolean {
  const text = pointer === undefined ? undefined : readPointer(answer, pointer);
  return typeof text === 'string' && opaque.test(text);
}

type Seen = { readonly given: Map<string, Issue>; readonly uses: Map<string, Use> };

function noteUses(exchange: Exchange, { given, uses }: Seen): void {
  for (const [header, value] of exchange.headers) {
    const [, scheme = '', text = ''] = carried.exec(value) ?? [];
    const issue = given.get(text);
    // A key that only the answer to its own request repeats is no token.
    if (!issue || issue.exchange === exchange || notForTokens.has(header)) continue;
    const key = `${header} ${scheme}`;
    const use = uses.get(key) ?? { header, scheme, issues: [], times: 0 };
    if (!use.issues.includes(issue)) use.issues.push(issue);
    use.times += 1;
    uses.set(key, use);
  }
}

function noteGiven(exchange: Exchange, given: Map<string, Issue>): void {
  if (!isRecord(exchange.answer) && typeof exchange.answer !== 'string') return;
  const issues = new Map<string, Issue>();
  for (const { text, pointer } of textsIn(exchange.answer)) {
    if (!opaque.test(text) || given.has(text)) continue;
    const issue = issues.get(text) ?? { exchange, pointers: [] };
    issue.pointers.push(pointer);
    issues.set(text, issue);
  }
  for (const [text, issue] of issues) given.set(text, issue);
}
