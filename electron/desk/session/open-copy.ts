import { appError, DeskFault, type AppError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { keepLastGood, type Profile } from '../../connections/profiles/profiles.ts';
import type { Credentials } from '../../engines/vault/credentials.ts';
import { machineClock } from '../../connections/session/auto-lock.ts';
import { byTimer } from '../../connections/session/session-keeper.ts';
import { openBankDesk } from '../open-bank/bank-desk.ts';
import { openDeskCopy, type DeskCopy } from '../open-bank/copy.ts';
import { copyPortsOf, type SessionParts } from './session-parts.ts';

type Opening = {
  readonly profile: Profile;
  readonly credentials: Credentials | null;
  /** The copy, if it is being opened already. */
  readonly copy?: Promise<DeskCopy> | undefined;
};

/** Opens the local copy of a bank, which needs no sign-in. Where that fails, the desk is blocked. */
export async function openCopy(
  { ports, status, held }: SessionParts,
  { profile, credentials, copy: opening }: Opening,
  context: Context,
): Promise<void> {
  const folder = profile.folder;
  const opened = await (opening ?? openDeskCopy(copyPortsOf(ports), folder, credentials)).then(
    (copy) => ok(copy),
    (cause: unknown) => ({ ok: false as const, error: deskFaultOf(cause, context) }),
  );
  if (!opened.ok) {
    status.block(opened.error);
    return;
  }
  const copy = opened.value;
  const { clock, announce, network, everyQuietSecond } = ports;
  const staysOpen = ports.program === 'window';
  held.opened(copy.protection === 'credentials' ? credentials : null);
  const open = await openBankDesk(profile, copy, {
    clock,
    announce,
    network,
    staysOpen,
    ...(copy.team ? { claims: copy.team.claims } : {}),
    onReach: (isOnline) => {
      status.reached(isOnline);
    },
    onLocalFault: ({ message }) => {
      status.notice(message);
    },
    syncing: staysOpen
      ? {
          every: ports.everySecond ?? byTimer,
          choice: () => ports.selfSync.choice,
          idleClock: ports.idleClock ?? machineClock,
        }
      : undefined,
    comparing: everyQuietSecond && {
      every: everyQuietSecond,
      onMended: (sentence) => {
        status.notice(sentence);
      },
    },
  }).then(ok, (cause: unknown) => ({ ok: false as const, error: deskFaultOf(cause, context) }));
  if (!open.ok) {
    status.block(open.error);
    return;
  }
  copy.continuity.onChange(() => {
    status.announce();
  });
  status.opened(open.value);
  keepLastGood(profile);
}

/** Turns a DeskFault into an error; throws anything else on. */
export function deskFaultOf(cause: unknown, { correlationId }: Context): AppError {
  if (!(cause instanceof DeskFault)) throw cause;
  return appError(cause.code, correlationId, { message: cause.message });
}
