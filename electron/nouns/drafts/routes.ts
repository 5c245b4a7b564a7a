import { ok } from '../../../shared/result.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { begunDrafts, forgetDraft, keepDraft, listDrafts, readDraft } from './tables.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import { wasSent } from './was-sent.ts';

type DraftRoutes = Extract<keyof Handlers, `drafts.${string}`>;

export const draftHandlers = (desk: () => OpenBank): Pick<Handlers, DraftRoutes> => ({
  'drafts.read': ({ key }) => ok({ text: readDraft(desk().copy.journal, key) }),
  'drafts.begun': () => {
    const { journal } = desk().copy;
    const begun = Map.groupBy(begunDrafts(journal), (draft) => wasSent(journal, draft));
    for (const { key } of begun.get(true) ?? []) forgetDraft(journal, key);
    return ok({ rows: (begun.get(false) ?? []).map(({ key, text }) => ({ key, text })) });
  },
  'drafts.list': () => {
    const { journal } = desk().copy;
    const saved = listDrafts(journal).filter((draft) => !wasSent(journal, draft));
    return ok({ rows: saved.map(({ key, text, savedAt }) => ({ key, text, savedAt })) });
  },
  'drafts.keep': ({ key, text }) => {
    const { copy, clock } = desk();
    keepDraft(copy.journal, key, text, timestampNow(clock));
    return ok({ saved: true });
  },
  'drafts.forget': ({ key }) => {
    forgetDraft(desk().copy.journal, key);
    return ok({ forgotten: true });
  },
});
