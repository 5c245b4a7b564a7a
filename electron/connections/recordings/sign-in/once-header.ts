import { catalogue } from '../../../../shared/bank/catalogue.ts';
import { leftOut, type Asking } from '../operations/questions.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Reading } from '../operations/recognise.ts';

const passedOver =
  /^(:|accept|content-|cookie|host$|origin$|referer$|user-agent$|connection$|sec-|x-correlation-id$|traceparent$|date$|pragma$|cache-control$|expect$|transfer-encoding$|priority$|te$|dnt$|upgrade)/;
const onceName = /idempot|once|dedup|nonce|request-?(key|id)|replay/i;

/** The header of the bank's idempotency key: on every change, and on no read. */
export function onceHeader(
  readings: readonly Reading[],
  tokenHeader: string,
  asking: Asking,
): string | null {
  const of = (isChange: boolean): Exchange[] =>
    readings
      .filter(({ operation }) => (catalogue[operation].effect !== 'read') === isChange)
      .flatMap(({ group }) => group.exchanges);
  const [changes, reads] = [of(true), of(false)];
  const [first] = changes;
  if (!first) return null;
  const names = [...first.headers.keys()].filter(
    (name) =>
      name !== tokenHeader &&
      !passedOver.test(name) &&
      changes.every(({ headers }) => headers.has(name)) &&
      !reads.some(({ headers }) => headers.has(name)),
  );
  const [best] = names.filter((name) => onceName.test(name));
  if (best !== undefined) {
    asking.note(
      'idempotency.header',
      first.from,
      `“${best}” stands on every change and on no read.`,
    );
    return best;
  }
  if (names.length === 0) return null;
  const answered = asking.ask({
    place: 'idempotency.header',
    question:
      'Changes carry a header that reads do not have. Is it the key by which the bank knows a change it had before?',
    choices: [...names, leftOut],
  });
  return answered === leftOut ? null : answered;
}
