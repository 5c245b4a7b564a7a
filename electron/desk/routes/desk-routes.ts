import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Attention } from '../../connections/session/attention.ts';
import type { AutoLock } from '../../connections/session/auto-lock.ts';
import type { DeskSession } from '../session/desk-session.ts';
import type { TeamTrial } from '../session/team-trial.ts';
import type { Handlers } from '../../engines/ipc/router.ts';

type Ports = {
  readonly attention: Attention;
  readonly copyText: (text: string) => Promise<boolean>;
  readonly openFile: () => Promise<string | undefined>;
  readonly teamTrial?: TeamTrial | undefined;
};

type DeskRoutes = Extract<keyof Handlers, `desk.${string}` | `session.${string}`>;

const notOffered = 'A team can be tried where Nostro is started by “npm start”.';

export const deskHandlers = (
  session: DeskSession,
  autoLock: AutoLock,
  { attention, copyText, openFile, teamTrial }: Ports,
): Pick<Handlers, DeskRoutes> => ({
  'desk.state': () => ok(session.state),
  'desk.openSandbox': (_, context) => session.openSandbox(context),
  'desk.connectBank': ({ bankFile }, context) => session.connectBank(bankFile, context),
  'desk.leaveBank': () => session.leaveBank(),
  'desk.lock': () => session.lock(),
  'desk.unlock': (_, context) => session.reopen(context),
  'desk.retryOpen': (_, context) => session.reopen(context),
  'desk.setAsideAndStartFresh': (_, context) => session.setAsideAndStartFresh(context),
  'desk.forgetBank': ({ confirmation }, context) => session.forgetBank(confirmation, context),
  'desk.tryTeam': (_, { correlationId }) => {
    const refusal = teamTrial ? teamTrial.missing : notOffered;
    if (refusal !== null) return fail('operation.closed', correlationId, { message: refusal });
    teamTrial?.start();
    return ok({ closing: true });
  },
  'desk.needs': (needs) => {
    if (!session.state.hasTeam) attention.forgetRequests();
    attention.countExceptions(needs);
    return ok({ received: true });
  },
  'desk.copyText': async ({ text }) => ok({ copied: await copyText(text) }),
  'session.signIn': ({ credentials, remember }, context) =>
    session.signing.signIn(credentials, remember, context),
  'session.chooseCertificate': async (_, context) => {
    const path = await openFile();
    if (path === undefined) return ok({ certificate: null });
    const chosen = session.signing.chooseCertificate(path, context);
    return chosen.ok ? ok({ certificate: chosen.value }) : chosen;
  },
  'session.resetPassword': (change, context) => session.signing.resetPassword(change, context),
  'desk.touch': () => {
    autoLock.touch();
    session.signing.touched();
    return ok({ touched: true });
  },
  'session.signOut': (_, context) => session.signing.signOut(context),
});
