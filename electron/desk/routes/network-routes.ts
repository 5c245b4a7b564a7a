import { ok } from '../../../shared/result.ts';
import type { DeskSession } from '../session/desk-session.ts';
import type { DeskNetwork } from '../../connections/session/network.ts';
import type { Handlers } from '../../engines/ipc/router.ts';

export const networkHandlers = (
  session: DeskSession,
  network: DeskNetwork,
): Pick<Handlers, 'network.get' | 'network.save'> => {
  const view = () => network.view(session.profile?.bankFile.baseUrl ?? null);
  return {
    'network.get': async () => ok(await view()),
    'network.save': async (change, context) => {
      const saved = await network.save(change, context);
      if (!saved.ok) return saved;
      session.signing.reconnect();
      return ok(await view());
    },
  };
};
