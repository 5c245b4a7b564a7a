import { z } from 'zod';

import { limits } from '../limits.ts';
import { answers, nothing } from './route.ts';

/** What it is kept under: as long as what names an account and an entry of it may be. */
const key = z.string().min(1).max(1_000);

export const draftsRoutes = {
  /** What was typed and not sent, kept encrypted on this machine until it is; `text` is the window's own JSON. */
  'drafts.read': answers<{ text: string | null }>().to(z.strictObject({ key })),
  /** Every form that was begun and neither sent nor discarded, as the window wrote it down. */
  'drafts.begun': answers<{
    rows: readonly { readonly key: string; readonly text: string }[];
  }>().to(nothing),
  'drafts.keep': answers<{ kept: true }>().to(
    z.strictObject({ key, text: z.string().max(limits.draftTextMax) }),
  ),
  'drafts.forget': answers<{ forgotten: true }>().to(z.strictObject({ key })),
};
