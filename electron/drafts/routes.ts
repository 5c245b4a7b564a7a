import { ok } from '../../shared/result.ts';
import { timestampNow } from '../machine/context.ts';
import { forgetDraft, keepDraft, readDraft } from './tables.ts';
import type { OpenDesk } from '../desk/open-desk.ts';
import type { Handlers } from '../ipc/router.ts';

type DraftRoutes = Extract<keyof Handlers, `drafts.${string}`>;

export const draftHandlers = (desk: OpenDesk): Pick<Handlers, DraftRoutes> => ({
  'drafts.read': ({ key }) => ok({ text: readDraft(desk().copy.journal, key) }),
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
