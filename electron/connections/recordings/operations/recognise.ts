import { catalogue, type OperationName } from '../../../../shared/bank/catalogue.ts';
import { inputFieldsOf, listOf } from '../../../engines/bank/file/output-shape.ts';
import { isRecord, readPointer } from '../../../engines/bank/json/pointer.ts';
import { findChain } from './chain.ts';
import { readAnswers, type AnswerReading } from './answers.ts';
import { namedIn, type Group } from '../exchanges/groups.ts';
import { inputRoleOf, roleOf, type Known } from '../exchanges/known-operations.ts';
import { listsIn, leafTexts } from '../exchanges/leaves.ts';
import { namesNoun } from '../exchanges/lexicon.ts';
import { readRequests, type RequestReading } from './requests.ts';
import { traits } from './traits.ts';

/** A group of exchanges, read as one operation of the catalogue. */
export type Reading = {
  readonly operation: OperationName;
  readonly group: Group;
  readonly answer: AnswerReading | null;
  readonly request: RequestReading;
  readonly score: number;
};

/** The score for the path and method of the catalogue itself. */
const certain = 100;
const scoreMin = 10;
/** Two readings with scores this close leave the group undecided. */
const nearBy = 1.5;
const samplesToRecognise = 12;
export const samplesToPlace = 200;

const operations = Object.keys(traits) as OperationName[];

/** The operations that a group may be, the likeliest first. Operations that its path names are tried before the others. */
export function readingsOf(group: Group, known: Known, claimed: ReadonlySet<string>): Reading[] {
  if (group.answered.length === 0) return [];
  if (group.byPath !== null)
    return catalogue[group.byPath].group === 'Authentication' && !traits[group.byPath]
      ? []
      : [readingOf(group.byPath, group, known)].filter((reading) => reading !== null);
  const open = operations.filter((operation) => !claimed.has(operation) && mayBe(operation, group));
  const spoken = open.filter((operation) => nounScore(operation, group) > 0);
  const best = readAll(spoken, group, known);
  if ((best[0]?.score ?? 0) >= scoreMin) return best;
  const others = readAll(
    open.filter((operation) => !spoken.includes(operation)),
    group,
    known,
  );
  return [...best, ...others].toSorted((a, b) => b.score - a.score);
}

const readAll = (names: readonly OperationName[], group: Group, known: Known): Reading[] =>
  names
    .map((operation) => readingOf(operation, group, known))
    .filter((reading) => reading !== null)
    .toSorted((a, b) => b.score - a.score);

export function readingOf(
  operation: OperationName,
  group: Group,
  known: Known,
  samplesMax = samplesToRecognise,
): Reading | null {
  const witness = known.without(group);
  const answer = readAnswers(operation, group, witness, samplesMax);
  const request = readRequests(operation, group, witness);
  if (!answer) return null;
  const isOwn = group.byPath === operation;
  const bonus = catalogue[operation].origin === 'specified' ? 0.5 : 0;
  const score = isOwn
    ? certain
    : answer.score +
      request.score +
      nounScore(operation, group) +
      methodScore(operation, group) +
      proofScore(operation, answer, group);
  return { operation, group, answer, request, score: score + bonus };
}

/** A bonus for the statement: a list whose balances follow from its amounts is one, under any name. */
function proofScore(operation: OperationName, { at }: AnswerReading, { answered }: Group): number {
  if (operation !== 'getStatement') return 0;
  const pages = answered.slice(0, samplesToRecognise).map(({ answer }) => {
    const rows = readPointer(answer, at);
    return Array.isArray(rows) ? rows.filter(isRecord) : [];
  });
  return findChain(pages) ? 10 : 0;
}

export type Verdict =
  | { readonly kind: 'is'; readonly reading: Reading }
  | { readonly kind: 'asks'; readonly readings: readonly Reading[] }
  | { readonly kind: 'none' };

/** Decides whether the best reading of a group is good enough, and far enough ahead of the next. */
export function verdictOf(readings: readonly Reading[]): Verdict {
  const [best, next] = readings;
  if (!best || best.score < scoreMin / 2) return { kind: 'none' };
  const isClear = best.score >= scoreMin && (!next || next.score < best.score - nearBy);
  return isClear ? { kind: 'is', reading: best } : { kind: 'asks', readings: readings.slice(0, 5) };
}

/** Whether the shape of a group allows an operation at all. */
function mayBe(operation: OperationName, group: Group): boolean {
  const { method, effect, input, output, encoding } = catalogue[operation];
  if (effect !== 'read' && group.method === 'GET') return false;
  if (effect === 'read' && !['GET', 'POST'].includes(group.method)) return false;
  if (group.method === 'DELETE' && operation !== 'deleteSubclient') return false;
  const isMultipart = group.answered.some(({ bodyKind }) => bodyKind === 'multipart');
  if (isMultipart !== (encoding === 'multipart')) return false;
  const isList = listOf(output) !== null;
  const lists = group.answered.some(({ answer }) => listsIn(answer).length > 0);
  if (isList && !lists) return false;
  const needsBody = inputFieldsOf(input).some(
    ({ part, isRequired }) => part === 'body' && isRequired,
  );
  const hasBody = group.answered.some(({ body }) => body !== undefined);
  return (
    !(needsBody && !hasBody && !isMultipart) &&
    !(method === 'PUT' && group.method === 'PATCH' && isList)
  );
}

function methodScore(operation: OperationName, { method }: Group): number {
  const own = catalogue[operation].method;
  if (own === method) return 2;
  const change = (verb: string): boolean => ['PUT', 'PATCH'].includes(verb);
  return change(own) && change(method) ? 1 : -1;
}

/** How clearly the path names the operation: its last word counts most. */
function nounScore(operation: OperationName, { segments, answered }: Group): number {
  const { nouns = [], verb } = traits[operation] ?? {};
  const spoken = segments.filter((segment) => segment !== null);
  const isNamed = (segment: string): boolean => nouns.some((noun) => namesNoun(noun, segment));
  const verbScore = verb && spoken.some((segment) => verb.test(segment)) ? 2 : 0;
  const last = spoken.findLast((segment) => !verb?.test(segment));
  if (answered.length > 0 && last !== undefined && isNamed(last)) return 6 + verbScore;
  return spoken.some(isNamed) ? 3 + verbScore : 0;
}

/** Records the values of this reading with their roles. */
export function noteReading({ operation, group, answer, request }: Reading, known: Known): void {
  for (const [key, { leaf }] of answer?.fields.found ?? [])
    known.note(roleOf(operation, key), leafTexts(leaf), group);
  for (const { leaf, field } of request.meant.values())
    known.note(inputRoleOf(operation, field.part, field.name), leafTexts(leaf), group);
  if (answer) noteFunding(answer, group, known);
  if (group.byPath === operation) noteOwnPath(operation, group, known);
}

/** Records the account numbers in the details for paying in. */
function noteFunding({ fields }: AnswerReading, group: Group, known: Known): void {
  for (const value of fields.found.get('fundingDetails')?.leaf.values ?? [])
    for (const detail of Array.isArray(value) ? (value as unknown[]) : []) {
      const number = (detail as { accountNumber?: unknown } | null)?.accountNumber;
      if (typeof number === 'string') known.note('account number', [number], group);
    }
}

function noteOwnPath(operation: OperationName, group: Group, known: Known): void {
  const names = [...catalogue[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  namedIn(group).forEach((values, at) => {
    known.note(inputRoleOf(operation, 'path', names[at] ?? ''), values, group);
  });
}

/** Where the first answered exchange of a group was recorded. */
export const firstOf = ({ answered }: Group): string => answered[0]?.from ?? '';
