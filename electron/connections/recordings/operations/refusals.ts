import type { Asking } from './questions.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { JsonPointer } from '../../../engines/bank/json/pointer.ts';
import { textsIn } from '../exchanges/leaves.ts';

/** The default of `parseBankFile`. */
const assumed: readonly JsonPointer[] = ['/message', '/error/message', '/error'];

const nameScores: readonly (readonly [RegExp, number])[] = [
  [/^(message|msg|meldung|mensaje)$/i, 10],
  [/^(detail|reason|grund|motif|motivo)$/i, 9],
  [/^(text|description|error_?description|errormessage)$/i, 8],
  [/^(title|error|fault)$/i, 6],
];

/** The places of the bank's message in its refusals; null where the default places have it. */
export function errorPlaces(exchanges: readonly Exchange[], asking: Asking): JsonPointer[] | null {
  const refused = exchanges.filter(({ status, answer }) => status >= 400 && answer !== undefined);
  const best = refused.flatMap((exchange) => {
    const ranked = placesIn(exchange);
    return ranked[0] ? [{ exchange, place: ranked[0], rival: ranked[1] }] : [];
  });
  const places = [...new Set(best.map(({ place }) => place.pointer))].slice(0, 5);
  if (places.length === 0) return null;
  const doubtful = best.find(({ place, rival }) => rival?.score === place.score);
  if (doubtful && places.length === 1) {
    const chosen = asking.ask({
      place: 'errorMessage',
      question: 'A refusal has several texts. Which one is for a person?',
      choices: placesIn(doubtful.exchange).map(({ pointer }) => pointer),
    });
    return chosen === null ? null : [chosen];
  }
  for (const { exchange, place } of best)
    asking.note(
      'errorMessage',
      exchange.from,
      `The refusal states its reason at “${place.pointer}”.`,
    );
  return places.every((place) => assumed.includes(place)) ? null : places;
}

type Place = { readonly pointer: JsonPointer; readonly score: number };

/** The places of texts that look like a message, best first: a sentence, or a name for one; not a code or an identifier. */
function placesIn({ answer }: Exchange): Place[] {
  return [...textsIn(answer)]
    .map(({ pointer, name, text }): Place => {
      const byName = nameScores.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
      const isSentence = /\p{L}{2,}\s+\p{L}/u.test(text);
      return { pointer, score: byName + (isSentence ? 5 : 0) };
    })
    .filter(({ score }) => score >= 5)
    .toSorted((a, b) => b.score - a.score);
}
