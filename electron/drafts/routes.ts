import { ok } from '../../shared/result.ts';
import { timestampNow } from '../machine/context.ts';
import { begunDrafts, forgetDraft, keepDraft, readDraft } from './tables.ts';
import type { Handlers } from '../ipc/router.ts';
import type { OpenBank } from '../submissions/open-bank.ts';

type DraftRoutes = Extract<keyof Handlers, `drafts.${string}`>;

export const draftHandlers = (desk: () => OpenBank): Pick<Handlers, DraftRoutes> => ({
  'drafts.read': ({ key }) => ok({ text: readDraft(desk().copy.journal, key) }),
  'drafts.begun': () => ok({ rows: begunDrafts(desk().copy.journal) }),
  'drafts.keep': ({ key, text }) => {
    const { copy, clock } = desk();
    keepDraft(copy.journal, key, text, timestampNow(clock));
    return ok({ kept: true });
  },
  'drafts.forget': ({ key }) => {
    forgetDraft(desk().copy.journal, key);
    return ok({ forgotten: true });
  },
});
