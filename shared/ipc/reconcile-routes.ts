import { z } from 'zod';

import type { ReconcileView } from './reconcile-records.ts';
import { answers, nothing } from './route.ts';

/** The journal held against what the bank shows, and sending opened again on a person's word. */
export const reconcileRoutes = {
  'reconcile.get': answers<ReconcileView>().to(nothing),
  /** Reads only; answers at once, progress comes as `reconcile.progressed`. Accounts beside those that are known here. */
  'reconcile.ask': answers<ReconcileView>().to(
    z.strictObject({ accountNumbers: z.array(z.string().min(1).max(64)).max(500).optional() }),
  ),
  'reconcile.stop': answers<ReconcileView>().to(nothing),
  /** `confirmation` is the bank's name, typed; `hasLooked`: in the bank's own records, for what could not be asked. */
  'reconcile.open': answers<ReconcileView>().to(
    z.strictObject({
      by: z.string().max(100),
      confirmation: z.string().max(200),
      hasLooked: z.boolean(),
    }),
  ),
};
