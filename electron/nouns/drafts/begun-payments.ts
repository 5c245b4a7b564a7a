import { BegunPayment, begunPaymentKey } from '../../../shared/ipc/desk/drafts.ts';
import { parseJsonText } from '../../engines/bank/json/json-text.ts';
import type { Journal } from '../../engines/store/database.ts';
import { begunDrafts } from './tables.ts';
import { wasSent } from './was-sent.ts';

/** Returns the payments of this bank that were begun and cannot have left, each with the key of its form; skips unreadable ones. */
export const begunPayments = (
  journal: Journal,
  profileId: string,
): readonly (BegunPayment & { readonly key: string })[] =>
  begunDrafts(journal).flatMap((draft) => {
    const { key, text } = draft;
    const start = begunPaymentKey(profileId);
    const isOne = key.startsWith(start) && !wasSent(journal, draft);
    const held = isOne ? parseJsonText(text) : null;
    const written = held?.ok === true ? BegunPayment.safeParse(held.value) : null;
    return written?.success === true ? [{ ...written.data, key: key.slice(start.length) }] : [];
  });
