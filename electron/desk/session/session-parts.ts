import type { Clock } from '../../engines/machine/context.ts';
import type { OneByOne } from '../../engines/machine/one-by-one.ts';
import type { CopyPorts } from '../../connections/local-copy/local-copy.ts';
import type { HeldCredentials } from '../../connections/session/credentials-in-memory.ts';
import type { DeskNetwork } from '../../connections/session/network.ts';
import type { Confirm } from '../../connections/session/questions.ts';
import type { StoredSelfSync } from '../../connections/session/self-sync-choice.ts';
import type { EverySecond } from '../../connections/session/session-keeper.ts';
import type { Announce } from '../../engines/submissions/open-bank.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import type { DeskStatus } from './desk-status.ts';
import type { TeamTrial } from './team-trial.ts';

export type SessionPorts = {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly programs: { readonly storeWorker: URL; readonly sandbox: URL };
  readonly keychain: Keychain;
  readonly network: DeskNetwork;
  readonly clock: Clock;
  readonly version: string;
  readonly program: 'window' | 'cli';
  readonly announce: Announce;
  /** Sets the size of the window’s text in percent. */
  readonly zoom?: ((percent: number) => void) | undefined;
  /** The trial of Nostro as a team; left out where that is not offered. */
  readonly teamTrial?: TeamTrial | undefined;
  /** Asks a person outside the window. */
  readonly confirm: Confirm;
  /** Milliseconds of a clock that never jumps and that counts sleep; the machine's by default. */
  readonly idleClock?: () => number;
  /** The timer by which the desk maintains its sign-in; every second by the machine's timer by default. */
  readonly everySecond?: EverySecond;
  /** The stored choice of automatic syncs. */
  readonly selfSync: StoredSelfSync;
  /** Calls back in idle seconds; left out where a program runs one command. */
  readonly everyQuietSecond?: EverySecond | undefined;
};

/** The parts that opening a bank, signing in and leaving it share. */
export type SessionParts = {
  readonly ports: SessionPorts;
  readonly status: DeskStatus;
  readonly held: HeldCredentials;
  /** Runs the operations of the session one after the other. */
  readonly verbs: OneByOne;
};

export function copyPortsOf({ programs, ...ports }: SessionPorts): CopyPorts {
  return { ...ports, storeWorker: programs.storeWorker };
}
