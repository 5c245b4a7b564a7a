import { isRecord, readPointer, type JsonPointer } from '../../../engines/bank/json/pointer.ts';
import { isSuccess, type Exchange } from './exchange.ts';
import { textsIn } from './leaves.ts';

/** How tokens travel at this bank. It holds them: nothing of `grants` leaves the room but pointers. */
export type TokenUse = {
  /** Where the answer to the sign-in has the token; several where it has it more than once. */
  readonly pointers: readonly JsonPointer[];
  /** Exchanges that were answered with a token, in the order in which they were recorded. */
  readonly issuers: readonly Exchange[];
  readonly header: string;
  /** In front of the token, such as Bearer; empty where there is none. */
  readonly scheme: string;
  /** Requests that carried a token. */
  readonly times: number;
  /** Every long text that issuers gave, with its place. */
  readonly grants: readonly { readonly text: string; readonly pointer: JsonPointer }[];
};

/** As a header takes it, and longer than words or identifiers of people are. */
const opaque = /^[\x21-\x7e]{16,16384}$/;
const carried = /^(?:([A-Za-z0-9._-]{1,50}) )?([\x21-\x7e]{16,16384})$/;

/** Headers that repeat texts of answers without letting anybody in. */
const notForTokens = new Set(
  'host cookie referer origin user-agent accept content-type if-none-match x-correlation-id traceparent'.split(
    ' ',
  ),
);

type Issue = { readonly exchange: Exchange; readonly pointers: JsonPointer[] };
type Use = { header: string; scheme: string; issues: Issue[]; times: number };

/** The header in which most requests carry a text that another answer gave; null where there is none. */
export function findTokens(exchanges: readonly Exchange[]): TokenUse | null {
  const given = new Map<string, Issue>();
  const uses = new Map<string, Use>();
  // Files are read in the order of their names, not of time: what was given is gathered first.
  for (const exchange of exchanges) if (isSuccess(exchange)) noteGiven(exchange, given);
  for (const exchange of exchanges) noteUses(exchange, { given, uses });
  const best = [...uses.values()].toSorted((a, b) => b.times - a.times)[0];
  if (!best) return null;
  const pointers = best.issues[0]?.pointers ?? [];
  const used = new Set(best.issues.map(({ exchange }) => exchange));
  // A token that was not used was given all the same.
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
    // A key that the answer to its own request repeats is no token.
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
