import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { grantPlacesIn } from '../../../engines/bank/session/grant-places.ts';
import { readPointer, type JsonPointer } from '../../../engines/bank/json/pointer.ts';
import { leftOut, type Asking } from '../operations/questions.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { textsIn } from '../exchanges/leaves.ts';
import type { TokenUse } from '../exchanges/tokens.ts';

/** The place, in an earlier grant, of a renewal token that this request sends back; null where it sends none. */
export function renewalIn({ body }: Exchange, { grants }: TokenUse): JsonPointer | null {
  const sent = new Set([...textsIn(body)].map(({ text }) => text));
  const known = grants.find(({ text }) => sent.has(text));
  return known?.pointer ?? null;
}

/** The places of the token, its renewal token and its lifetime in the answer to the sign-in. */
export function tokenPlaces(
  first: Exchange,
  use: TokenUse,
  asking: Asking,
): Readonly<Record<string, unknown>> {
  const renewal = use.issuers.map((exchange) => renewalIn(exchange, use)).find((at) => at !== null);
  const named = grantPlacesIn(first.answer).refreshToken;
  const refreshToken = renewal ?? (named.length === 1 ? named[0] : undefined);
  const expiresIn = lifePlace(first, asking);
  const [token = '', ...more] = use.pointers;
  const chosen =
    more.length === 0
      ? token
      : asking.ask({
          place: 'auth.token',
          question:
            'The token stands at several places of the answer to the sign-in. Which one is meant?',
          choices: use.pointers,
        });
  return {
    token: chosen ?? token,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(expiresIn === null ? {} : { expiresIn }),
  };
}

const lifeName = /exp|liv|life|ttl|valid|sec|age|dauer|duree/i;

/** The place of a token's lifetime in seconds: a whole number with a fitting name; otherwise it asks. */
function lifePlace({ from, answer }: Exchange, asking: Asking): JsonPointer | null {
  const numbers = [...textsIn(answer)].filter(
    ({ text, pointer }) =>
      /^[1-9]\d{0,6}$/.test(text) && readPointer(answer, pointer) instanceof JsonNumber,
  );
  const named = numbers.filter(({ name }) => lifeName.test(name));
  const [only] = named;
  if (only && named.length === 1) {
    asking.note(
      'auth.expiresIn',
      from,
      `“${only.pointer}” is a number whose name stands for a lifetime.`,
    );
    return only.pointer;
  }
  if (numbers.length === 0) return null;
  const answered = asking.ask({
    place: 'auth.expiresIn',
    question: 'Which place of the answer to the sign-in has the seconds that the token lives?',
    choices: [...numbers.map(({ pointer }) => pointer), leftOut],
  });
  return answered === leftOut ? null : answered;
}
