import { signingActor } from '../../../shared/actor.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import type { ReconcileRunner } from './reconcile-runner.ts';

type ReconcileRoutes = Extract<keyof Handlers, `reconcile.${string}`>;

export const reconcileHandlers = (
  desk: () => OpenBank & { readonly reconciler: ReconcileRunner },
): Pick<Handlers, ReconcileRoutes> => ({
  'reconcile.get': () => ok(desk().reconciler.view),
  'reconcile.ask': ({ accountNumbers = [] }, context) => {
    const { reconciler, bank } = desk();
    if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
    return ok(reconciler.ask(accountNumbers, context));
  },
  'reconcile.stop': async () => {
    const { reconciler } = desk();
    await reconciler.stop();
    return ok(reconciler.view);
  },
  'reconcile.open': ({ by, confirmation, hasLooked }, context) => {
    const { reconciler, profile, user, copy } = desk();
    if (confirmation.trim() !== profile.bankFile.name.trim())
      return fail('input.invalid', context.correlationId, {
        message: 'Sending stays paused.',
        fields: { confirmation: 'type the bank’s name exactly' },
      });
    return reconciler.open({ actor: signingActor(copy.deskId, user, by), hasLooked }, context);
  },
});
