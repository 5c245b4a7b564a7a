import { ok } from '../../../shared/result.ts';
import type { Answers } from './fake-bridge.ts';

const touchedAt = '2026-11-20T09:12:00.000Z';

/** What the main process keeps of drafts: it outlives every window that asks it. */
export function draftStore() {
  const texts = new Map<string, string>();
  const answers = {
    'drafts.read': ({ key }) => ok({ text: texts.get(key) ?? null }),
    'drafts.begun': () =>
      ok({
        rows: [...texts]
          .filter(([key]) => key.startsWith('begun '))
          .map(([key, text]) => ({ key, text })),
      }),
    'drafts.list': () =>
      ok({ rows: [...texts].map(([key, text]) => ({ key, text, savedAt: touchedAt })) }),
    'drafts.keep': ({ key, text }) => {
      texts.set(key, text);
      return ok({ saved: true });
    },
    'drafts.forget': ({ key }) => {
      texts.delete(key);
      return ok({ forgotten: true });
    },
  } satisfies Answers;
  return { texts, answers };
}
