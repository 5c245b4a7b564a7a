import { bankWords } from '../../engines/bank/mapping/bank-text.ts';
import { isRecord, type JsonPointer } from '../../engines/bank/json/pointer.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Examination } from './examination.ts';
import { noSuchAccount } from '../../engines/bank/no-such-account.ts';

const placesMax = 200;

/**
 * Finds where the bank puts its message when it refuses, by asking about an account that cannot exist. `doorstep` is its refusal of a
 * request without a sign-in.
 */
export async function examineWords(
  exam: Examination,
  facts: { readonly isSignedIn: boolean; readonly doorstep: unknown },
  context: Context,
): Promise<void> {
  const refusal = facts.isSignedIn ? await refusalOf(exam, context) : undefined;
  const bodies = [refusal, facts.doorstep].filter((body) => body !== undefined);
  if (bodies.length === 0) {
    exam.record('error-message', {
      state: 'warning',
      detail: 'It refuses without a message that could be shown.',
      advice: 'Ask the bank where its answers say why it refuses.',
    });
    return;
  }
  const pointers = exam.parts.bankFile.errorMessage;
  const missing = bodies.flatMap((body) => betterPlace(body, pointers) ?? []);
  const [better] = missing;
  if (better !== undefined) {
    exam.record('error-message', {
      state: 'warning',
      detail: `Its words are at “${better}”, which the bank file does not name.`,
      advice:
        'Write it in the bank file at errorMessage: then every refusal is shown in the bank’s own words.',
    });
    const found = [...new Set([...missing, ...pointers])];
    exam.find('errorMessage', found, `The bank’s own words are at “${better}” when it refuses.`);
    return;
  }
  const place = bodies.map((body) => placeOf(body, pointers)).find((found) => found !== undefined);
  if (place === undefined)
    exam.record('error-message', {
      state: 'warning',
      detail: 'It refuses in JSON, but no part of it reads like a message.',
      advice: 'Ask the bank where its answers say why it refuses, and write it at errorMessage.',
    });
  else exam.record('error-message', { state: 'ok', detail: `Its own words are at “${place}”.` });
}

/** The body of the first refusal; undefined when no question is refused in JSON. */
async function refusalOf({ parts }: Examination, context: Context): Promise<unknown> {
  const { probes } = parts.bank;
  const questions = [
    () =>
      probes.look(
        'getAccountsBy',
        { query: { accountNumber: noSuchAccount } },
        'signed-in',
        context,
      ),
    () =>
      probes.look('getStatement', { path: { accountNumber: noSuchAccount } }, 'signed-in', context),
  ];
  for (const question of questions) {
    const answer = await question();
    if (answer.ok && answer.value.status >= 400 && answer.value.body !== undefined)
      return answer.value.body;
  }
  return undefined;
}

/** A place of a message that the pointers miss, or where they find only a code; undefined when the pointers find a message. */
function betterPlace(body: unknown, pointers: readonly JsonPointer[]): JsonPointer | undefined {
  const [best] = wordPlacesIn(body);
  if (best === undefined) return undefined;
  const found = placeOf(body, pointers);
  if (found === undefined) return best;
  const isSentence = isWords(bankWords(body, [found], asItIs));
  const bestIsSentence = isWords(bankWords(body, [best], asItIs));
  return !isSentence && bestIsSentence ? best : undefined;
}

const placeOf = (body: unknown, pointers: readonly JsonPointer[]): JsonPointer | undefined =>
  pointers.find((pointer) => bankWords(body, [pointer], asItIs) !== undefined);

/** Reports places only, so that nothing has to be redacted. */
const asItIs = (text: string): string => text;

const isWords = (text: string | undefined): boolean => /\p{L}{2,} +\p{L}{2,}/u.test(text ?? '');

const names: readonly RegExp[] = [
  /^(error)?[_-]?(message|description|detail)s?$/i,
  /message|description|detail/i,
  /reason|text|error|fault/i,
  /title|status/i,
];

type Place = { readonly pointer: JsonPointer; readonly name: string; readonly text: string };

/** The places in a refusal that read like a message, the likeliest first. */
function wordPlacesIn(body: unknown): JsonPointer[] {
  return [...textsIn(body, '', '')]
    .slice(0, placesMax)
    .map((place) => ({ ...place, rank: rankOf(place) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ pointer }) => pointer);
}

/** Ranks sentences before single words, and each by the field's name. Null for a text with neither the name nor the form of a message. */
function rankOf({ name, text }: Place): number | null {
  const byName = names.findIndex((pattern) => pattern.test(name));
  if (isWords(text)) return byName === -1 ? names.length : byName;
  const isWord = /^\p{L}[\p{L}\p{N}_.-]*$/u.test(text);
  return byName === 0 && isWord ? names.length + 1 : null;
}

function* textsIn(value: unknown, pointer: JsonPointer, name: string): Generator<Place> {
  if (typeof value === 'string') yield { pointer, name, text: value };
  else if (Array.isArray(value)) {
    // A list of texts is shown whole; from a list of records, the first one is taken.
    if (typeof value[0] === 'string') yield { pointer, name, text: value[0] };
    else if (value.length > 0) yield* textsIn(value[0], `${pointer}/0`, name);
  } else if (isRecord(value))
    for (const [field, inner] of Object.entries(value))
      yield* textsIn(
        inner,
        `${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        field,
      );
}
