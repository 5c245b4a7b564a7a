import type { SaveAs } from '../exports/whole-file.ts';
import type { Handlers } from '../ipc/router.ts';
import type { CloseRoutes, Open } from './answers.ts';

/** Who answers is loaded with the first question: a start needs none of it. */
export function closeHandlers(
  desk: () => Open,
  ports: { readonly saveAs: SaveAs },
): Pick<Handlers, CloseRoutes> {
  let answers: Promise<Pick<Handlers, CloseRoutes>> | null = null;
  const load = () =>
    (answers ??= import('./answers.ts').then(({ closeAnswers }) => closeAnswers(desk, ports)));
  return {
    'closes.list': async (...asked) => (await load())['closes.list'](...asked),
    'closes.get': async (...asked) => (await load())['closes.get'](...asked),
    'closes.close': async (...asked) => (await load())['closes.close'](...asked),
    'closes.reopen': async (...asked) => (await load())['closes.reopen'](...asked),
    'closes.take': async (...asked) => (await load())['closes.take'](...asked),
    'closes.asks': async (...asked) => (await load())['closes.asks'](...asked),
    'closes.ask': async (...asked) => (await load())['closes.ask'](...asked),
    'closes.save': async (...asked) => (await load())['closes.save'](...asked),
  };
}
