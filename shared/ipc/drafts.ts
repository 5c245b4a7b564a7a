import { z } from 'zod';

import { limits } from '../limits.ts';
import { answers, id } from './route.ts';

export const draftsRoutes = {
  /** What was typed and not sent, kept encrypted on this machine until it is; `text` is the window's own JSON. */
  'drafts.read': answers<{ text: string | null }>().to(z.strictObject({ key: id })),
  'drafts.keep': answers<{ kept: true }>().to(
    z.strictObject({ key: id, text: z.string().max(limits.draftTextMax) }),
  ),
  'drafts.forget': answers<{ forgotten: true }>().to(z.strictObject({ key: id })),
};
