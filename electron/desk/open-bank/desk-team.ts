import { setTimeout } from 'node:timers/promises';

import { appError, type AppError, type DeskFault, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { LocalCopy } from '../../connections/local-copy/local-copy.ts';
import type { ProfileFolder } from '../../connections/profiles/folders.ts';
import { timestampNow, type Clock, type Context } from '../../engines/machine/context.ts';
import { attempt, attemptSync, ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import type { Changed, SharingParts } from '../../engines/sharing/apply-changes.ts';
import { SharedRuns } from '../../engines/machine/shared-runs.ts';
import { followApplied } from '../../engines/sharing/follow-changes.ts';
import { listenToOutgoing, outgoingCount } from '../../engines/sharing/outgoing.ts';
import { Sharing } from '../../engines/sharing/sharing.ts';
import type { Journal, TeamCopy } from '../../engines/store/database.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';
import type { Json } from '../../engines/acts/act.ts';
import { nameOf } from '../../engines/acts/team-keys.ts';
import type { Sending, WantedClaim } from '../../engines/team-record/wanted-claim.ts';
import { claimsAlike, isFree } from '../../engines/team-record/claim-table.ts';
import { saveMembership } from '../../engines/team-record/membership-row.ts';
import type { ClaimOutcome } from '../../engines/team-record/postgres/team-server.ts';
import { openDatabaseKey } from '../../engines/vault/database-key.ts';
import type { Credentials } from '../../engines/vault/credentials.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import type {
  Claimable,
  Claims,
  Sending as Leaving,
  TeamTwin,
} from '../../engines/submissions/claims.ts';
import { limits } from '../../../shared/limits.ts';
import type { TeamTrouble } from '../../nouns/exceptions/sources/exception.ts';
import { Approvals } from '../../nouns/approvals/approvals.ts';
import { standIn } from '../../nouns/approvals/judge/pairs-of-eyes.ts';
import { tradeOf } from '../../nouns/approvals/limit.ts';
import { sameForm } from '../../nouns/approvals/state.ts';
import { clientIdIn } from '../../nouns/accounts/tables.ts';
import { importLost, isContradicted, sendingOf } from '../../nouns/people/import-history.ts';
import { renewTeamKey } from '../../nouns/people/revoke.ts';
import { confirmRepair } from '../../nouns/people/repair.ts';
import { openTeam, type OpenTeam, type TeamParts } from '../../nouns/people/open-team.ts';
import { markKnown, type KnownOrder } from '../../nouns/unclaimed/known.ts';
import type { Persons, UnclaimedOrder } from '../../nouns/unclaimed/open-orders.ts';
import type { StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { closeKind, type TeamCloses } from '../../nouns/closes/team-acts.ts';
import { registryOf } from './changes.ts';
import { sharedKindNames } from './shared-kind-names.ts';
import type { CacheReads } from './reader-methods.ts';
import { closedTrouble, objectionsOf, troublesOf } from './team-troubles.ts';
import { noPresence, Presence, type PresenceOfTeam } from './presence.ts';
import { TeamOrders, unclaimedIn } from './team-orders.ts';
import { weeklyCheck } from './weekly-check.ts';
import type { CacheWriter } from './writer-methods.ts';

type Ports = {
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly version: string;
};

/** What the team of a desk is opened with. */
export type TeamOpening = {
  readonly ports: Ports;
  readonly profile: ProfileFolder;
  readonly credentials: Credentials | null;
  readonly copy: Pick<
    LocalCopy<CacheWriter, CacheReads>,
    'journal' | 'openTeamCopy' | 'continuity' | 'reader' | 'writer'
  >;
};

/** The part of an open desk that belongs to its team. */
export type DeskTeam = {
  /** What the team allows to be sent. */
  readonly claims: Claims;
  /** What closes ask of the team. */
  readonly closes: TeamCloses;
  /** Null where the desk's keys cannot be opened: it sends nothing then. */
  readonly open: OpenTeam | null;
  /** Null where they cannot. */
  readonly approvals: Approvals | null;
  /** Names the bank, its environment and the client, as requests name it. */
  readonly bank: () => string;
  /** Why they cannot. */
  readonly fault: DeskFault | null;
  /** Calls `onChanged` with what colleagues changed, once it is in the journal. For a desk that stays open. */
  listen(onChanged: (changed: Changed) => void): void;
  /** What a person should look at: why nothing is sent, and acts that change nothing. */
  troubles(): readonly TeamTrouble[];
  /** Compares the orders in the bank's lists with the claims from now on; `onFound` is called when what was found changed. */
  compareOrders(statusWords: StatusWords, onFound: () => void): void;
  /** Orders in the bank's lists that no claim accounts for, as they were found. */
  unclaimed(): readonly UnclaimedOrder[];
  /** Marks such an order as known to the person of this desk. Fails where the desk's keys cannot be opened. */
  markKnown(known: KnownOrder, context: Context): Outcome<null>;
  /** Who is on. */
  readonly presence: PresenceOfTeam;
  /** Publishes from now on that this desk is open; calls `onPresence` when somebody came, went, or looks at something else. */
  listenToPresence(onPresence: () => void): void;
  /** Calls `onReleased` when the quarantine of a payee ended because a second person of the team released it. */
  listenToReleases(onReleased: () => void): void;
  /** Calls `onState` when the record's state or head moved. */
  listenToState(onState: () => void): void;
  /** Calls `work` with changes of a kind that the journal has and `work` had not yet; again where it fails. */
  follow(kind: string, work: (items: readonly Json[]) => Promise<void>): Promise<void>;
  /** Reads on, confirms what has to be confirmed, and brings outcomes and changes to the record. */
  refresh(context: Context): Promise<Outcome<null>>;
  /** Call it every second: refreshes every half minute, and checks the whole record once a week. */
  look(): void;
  /** The copy of the record, and the secret that this desk's keys follow from; null where they cannot be opened. */
  forBackup(): Promise<{ readonly copy: TeamCopy; readonly secret: Uint8Array } | null>;
  close(): Promise<void>;
};

/** Where the secret of the desk's keys is protected. */
export const vaultOf = ({
  ports: { keychain, version: appVersion },
  profile: { team: profileDir, profileId },
  credentials,
}: Omit<TeamOpening, 'copy'>): TeamParts['vault'] => ({
  ...{ profileDir, profileId, keychain, credentials, appVersion },
});

const teamPartsOf = (opening: TeamOpening): TeamParts => ({
  journal: opening.copy.journal,
  clock: opening.ports.clock,
  openCopy: opening.copy.openTeamCopy,
  vault: vaultOf(opening),
  sharedKinds: sharedKindNames,
});

/** The team of a desk by its keys and its copy of the record. Where they cannot be opened, nothing is sent. */
export async function openedTeam(opening: TeamOpening): Promise<DeskTeam> {
  const opened = await attempt(() =>
    openTeam(teamPartsOf(opening), (parts) => new Approvals(parts)),
  );
  return opened.ok
    ? deskTeam(opening, opened.value)
    : closedTeam(opened.error.code, opening, opened.error);
}

/** A team of which nothing can be asked: nothing is sent. */
export function closedTeam(
  code: AppError['code'],
  { copy: { journal }, ports: { clock } }: Pick<TeamOpening, 'copy' | 'ports'>,
  fault: DeskFault | null = null,
): DeskTeam {
  const since = timestampNow(clock);
  const refuse = ({ correlationId }: Context) =>
    err(appError(code, correlationId, fault ? { message: fault.message } : {}));
  return {
    claims: {
      allows: refuse,
      demands: () => false,
      claim: (_wanted, context) => Promise.resolve(refuse(context)),
      claimAhead: () => Promise.resolve(),
      release: () => Promise.resolve(),
      settled: () => undefined,
      alike: () => [],
    },
    closes: {
      isOwn: () => true,
      refresh: () => Promise.resolve(refuse(closing)),
      write: () => Promise.resolve(refuse(closing)),
    },
    ...{ open: null, fault, approvals: null },
    bank: () => '',
    refresh: (context) => Promise.resolve(refuse(context)),
    listen: () => undefined,
    listenToState: () => undefined,
    listenToReleases: () => undefined,
    presence: noPresence,
    listenToPresence: () => undefined,
    troubles: () => [closedTrouble(appError(code, 'team'), since)],
    compareOrders: () => undefined,
    unclaimed: () => unclaimedIn(journal, noPersons),
    markKnown: (_known, context) => refuse(context),
    follow: () => Promise.resolve(),
    look: () => undefined,
    forBackup: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}

/** Nobody's marks count while the members cannot be read. */
const noPersons: Persons = { own: '', count: 0, nameOf: () => null };

type ApprovedTeam = OpenTeam & { readonly reader: Approvals };

function deskTeam(opening: TeamOpening, team: ApprovedTeam): DeskTeam {
  const { record, claims } = team;
  const { journal } = opening.copy;
  let onChanged: (changed: Changed) => void = () => undefined;
  let ending: Promise<void> | null = null;
  const parts = sharingOf(journal, team);
  const sharing = new Sharing(parts, record, (changed) => {
    onChanged(changed);
  });
  const operationOf = (name: string): string | null =>
    team.reader.state.claims.get(name)?.order.operation ?? null;
  const ordersParts = { ...opening.copy, clock: opening.ports.clock, operationOf };
  const orders = new TeamOrders(ordersParts, team);
  let isListening = false;
  let onReleased: () => void = () => undefined;
  /** Releases of payees up to this act are in the journal. */
  let releasedThrough = 0;
  const refreshAll = async (context: Context): Promise<Outcome<null>> => {
    const refreshed = await orders.around(
      () => refresh(opening, { team, sharing }, context),
      () => allows(team, context).ok,
    );
    const { state } = team.reader;
    if (state.releases.size > 0 && state.n > releasedThrough) {
      const { applyReleases } = await import('./released-payees.ts');
      const applied = attemptSync(() => applyReleases(journal, state, releasedThrough));
      if (applied.ok) releasedThrough = state.n;
      if (applied.ok && applied.value) onReleased();
    }
    // A command ends before it would be of use.
    if (isListening) void ignoreErrorsAsync(() => logSoon(team, journal));
    return refreshed;
  };
  const hints = new SharedRuns<void>();
  /** Many hints at once, as while a colleague sends a file, are one reading more. */
  const refreshSoon = (): void => {
    void hints.run(() => ignoreErrorsAsync(() => refreshAll(publishing)));
  };
  const presence = new Presence(team, opening.ports.clock);
  const close = async (): Promise<void> => {
    await Promise.race([presence.close(), setTimeout(leavingMs, null, { ref: false })]);
    if (record.state === 'current') publishWhatIsKnown(opening, team);
    if (outgoingCount(journal) > 0)
      await Promise.race([
        ignoreErrorsAsync(() => refreshAll(publishing)),
        setTimeout(closingMs, null, { ref: false }),
      ]);
    await claims.close();
    await record.close();
  };
  const lookAgain = everyHalfMinute(opening.ports.clock, () => refreshAll(publishing));
  const checkAgain = weeklyCheck(team, opening.ports.clock);
  publishWhatIsKnown(opening, team);
  return {
    ...{ open: team, fault: null },
    claims: {
      allows: (context) => allows(team, context),
      demands: (operation) => team.reader.demands(operation),
      claim: (wanted, context) => claim(opening, team, wanted, context),
      // Under approval rules each line is checked by what was read for it at its turn.
      claimAhead: (wanted, context) =>
        team.reader.state.rules === null
          ? claims.claimAhead(
              wanted.map((one) => wantedOf(opening, one)),
              context,
            )
          : Promise.resolve(),
      release: (context) => claims.release(context),
      settled: (submission) => {
        const { reference, state } = submission;
        if (state !== 'sending') claims.settle(reference, state);
        // The next reading reports it.
        if (isContradicted(team, submission)) compared.delete(team);
      },
      alike: (likeness, except) => twinsOf(team, likeness, except, opening.ports.clock),
    },
    closes: {
      isOwn: ({ author }) => isOwnPerson(team, author, opening.ports.clock),
      refresh: () => refreshAll(closing),
      write: (items, { at, by }) =>
        sharing.writeNow(
          closeKind,
          items.map((item) => ({ at, by, item })),
          closing,
        ),
    },
    refresh: refreshAll,
    listen: (listener) => {
      onChanged = listener;
      isListening = true;
      record.onHint(refreshSoon, () => {
        presence.publishSoon();
      });
      listenToOutgoing(journal, refreshSoon);
    },
    follow: (kind, work) => followApplied(parts, kind, work),
    troubles: () => [
      ...troublesOf(team, allows(team, publishing)),
      ...objectionsOf(team.reader.state, team.people),
    ],
    approvals: team.reader,
    bank: () => bankOf(opening),
    compareOrders: (statusWords, onFound) => {
      orders.begin(statusWords, onFound);
    },
    unclaimed: () => orders.unclaimed,
    markKnown: (known) => {
      markKnown(journal, known, { key: record.key, at: timestampNow(opening.ports.clock) });
      return ok(null);
    },
    listenToReleases: (listener) => {
      onReleased = listener;
    },
    listenToState: (onState) => {
      record.onChange(onState);
    },
    presence,
    listenToPresence: (onPresence) => {
      presence.begin(onPresence);
    },
    look: () => {
      presence.look();
      lookAgain();
      checkAgain();
    },
    forBackup: async () => {
      const secret = await openDatabaseKey({ ...vaultOf(opening), hasData: true });
      return secret.ok ? { copy: record.copy, secret: secret.value.key } : null;
    },
    close: () => (ending ??= close()),
  };
}

/** Names the bank by its address and environment, and the client where the local copy has accounts of it. */
function bankOf({ copy, profile }: Pick<TeamOpening, 'copy' | 'profile'>): string {
  return [profile.profileId, clientIdIn(copy.reader) ?? ''].join(' ').trim();
}

/** What leaves, with the bank and the price that an approval may be bound to. */
const leavingOf = (opening: Pick<TeamOpening, 'copy' | 'profile'>, leaving: Leaving): Sending => ({
  ...sendingOf(leaving),
  ...(leaving.about?.quote ? { trade: tradeOf(leaving.about.quote) } : {}),
  bank: bankOf(opening),
});

/** Is it the person of this desk, or one who stands in for that person now? */
function isOwnPerson(
  { people, record, reader }: ApprovedTeam,
  author: string,
  clock: Clock,
): boolean {
  const [own, other] = [people.nameOf(record.key), people.nameOf(author)];
  return own === other || standIn(reader.state, own, other, [timestampNow(clock)]);
}

/** What is claimed, with what this desk has read of the bank for it. */
function wantedOf(opening: TeamOpening, { sending, ...claimable }: Claimable): WantedClaim {
  if (sending === null) return claimable;
  return { ...claimable, sending: leavingOf(opening, sending) };
}

/** Claims one. Where it was settled while the team was asked, nothing is sent, and its outcome is the claim's. */
async function claim(
  opening: TeamOpening,
  team: OpenTeam,
  wanted: Claimable,
  context: Context,
): Promise<Outcome<null>> {
  const allowed = allows(team, context);
  if (!allowed.ok || team.people.isEnded) return allowed;
  const claimed = await team.claims.claim(wantedOf(opening, wanted), context);
  const state = submissionByReference(opening.copy.journal, wanted.reference)?.state ?? 'sending';
  if (claimed.ok && state !== 'sending') team.claims.settle(wanted.reference, state);
  if (!claimed.ok) return claimed;
  // The first claim reads on before it is written, and what was read may close sending.
  const stillAllowed = allows(team, context);
  if (!stillAllowed.ok) team.claims.settle(wanted.reference, 'not-sent');
  return stillAllowed;
}

/** Brings the log up to what was read, so that a long record is not read through when the log is first looked at. */
async function logSoon(team: OpenTeam, journal: Journal): Promise<void> {
  const { readLog } = await import('./team-log.ts');
  await readLog(team, journal);
}

const sharingOf = (journal: Journal, { people, record, reader }: ApprovedTeam): SharingParts => ({
  ...{ journal, copy: record.copy },
  kinds: async () => (await import('./shared-records.ts')).sharedKinds,
  keys: () => people.keys(),
  personOf: (key) => people.nameOf(key),
  standIn: (one, other, times) => standIn(reader.state, one, other, times.map(sameForm)),
});

/** A desk that closes waits this long to publish it. Colleagues see it go a minute later otherwise. */
const leavingMs = 1_000;
/** A desk that closes waits this long for changes to reach the record. They go with the next opening otherwise. */
const closingMs = 5_000;
const halfMinuteMs = 30_000;

/** Runs work when it is called and half a minute has passed, one run at a time. Its failures are what the record's state says. */
function everyHalfMinute(clock: Clock, work: () => Promise<unknown>): () => void {
  let nextMs = 0;
  let isRunning = false;
  return () => {
    if (isRunning || clock.monotonicMs() < nextMs) return;
    isRunning = true;
    void ignoreErrorsAsync(work).finally(() => {
      isRunning = false;
      nextMs = clock.monotonicMs() + halfMinuteMs;
    });
  };
}

const halfRenewed = 'The new key of this desk is not in use yet: run “team renew” again.';

/** Why the team lets nothing be sent, by what this desk knows. */
function allows(team: OpenTeam, context: Context): Outcome<null> {
  const { people, record, row } = team;
  const { correlationId } = context;
  const closed = record.whyClosed(context);
  if (closed) return err(closed);
  if (people.isEnded) return ok(null);
  if (row().state !== 'joined') return err(appError('team.not-joined', correlationId));
  const own = people.member(record.key);
  if (own?.revoked) {
    const isRenewed = people.members.some(
      ({ login, key }) => login === own.login && people.mayWrite(key),
    );
    return err(appError('team.revoked', correlationId, isRenewed ? { message: halfRenewed } : {}));
  }
  // A desk whose copy is gone knows no member yet: its claim reads the record first.
  if (own === null && record.head.n > 0) return err(appError('team.not-joined', correlationId));
  const awaited = people.awaited.map(({ name }) => name);
  return awaited.length === 0
    ? ok(null)
    : err(
        appError('team.server-behind', correlationId, {
          message: `The record was put back, and waits for the desk of ${awaited.join(', ')}.`,
        }),
      );
}

/**
 * Outcomes of earlier claims that the journal knows and the record does not. What was claimed before its turn and never written down
 * never left. A claim that was taken over waits for a person.
 */
function publishWhatIsKnown({ copy }: TeamOpening, { claims, record, row }: OpenTeam): void {
  const { journal, continuity } = copy;
  if (row().state !== 'joined' || !continuity.allows(publishing).ok) return;
  const { forgottenThrough } = claims;
  for (const { reference, outcome, seq } of claims.openClaims()) {
    const state = submissionByReference(journal, reference)?.state;
    if (state === 'sending' || (state === undefined && outcome !== null)) continue;
    const known: ClaimOutcome = state ?? 'not-sent';
    const isSure = !isFree(known) || (seq !== null && seq > forgottenThrough);
    // Whether this desk forgot anything is known when everything was read.
    if (!isSure && outcome === null) claims.settle(reference, 'unknown');
    else if (isSure && known !== outcome && (!isFree(known) || record.state === 'current'))
      claims.settle(reference, known);
  }
}

const closing: Context = { correlationId: 'team-closes' };
const publishing: Context = { correlationId: 'team-outcomes' };

/** Reads on. A team that ended leaves the desk alone from here on. */
async function refresh(
  opening: TeamOpening,
  { team, sharing }: { readonly team: ApprovedTeam; readonly sharing: Sharing },
  context: Context,
): Promise<Outcome<null>> {
  const caughtUp = await team.record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  if (team.people.isEnded) saveMembership(opening.copy.journal, { ...team.row(), state: 'ended' });
  if (team.row().state !== 'joined') return ok(null);
  const complete = await reclaim(opening, team, context);
  if (!complete.ok) return complete;
  const confirmed = complete.value ? await confirmRepair(team, context) : complete;
  publishWhatIsKnown(opening, team);
  if (!confirmed.ok) return confirmed;
  const exchanged = await sharing.exchange(context);
  if (!exchanged.ok) return exchanged;
  const { people, record } = team;
  const renewed = people.isAdmin(record.key) ? await renewTeamKey(team, context) : exchanged;
  return renewed.ok ? team.claims.publish(context) : renewed;
}

/** Desks whose journal was compared with the record by this process. */
const compared = new WeakSet<OpenTeam>();

/**
 * Before a repair is confirmed, and once, or until no other desk holds what this desk may have sent: what this desk sent is claimed again
 * where the record lacks it, and reported where the record contradicts it. False while a desk that has not said what came of its claim
 * holds such a reference: it may give it back, and a repair that was confirmed by then would let a third desk send it.
 */
async function reclaim(
  opening: TeamOpening,
  team: ApprovedTeam,
  context: Context,
): Promise<Outcome<boolean>> {
  const { copy, ports } = opening;
  const { people, record } = team;
  const isAwaited = people.awaited.some(({ key }) => key === record.key);
  if (!people.mayWrite(record.key) || (compared.has(team) && !isAwaited)) return ok(true);
  const { journal, writer } = copy;
  const registry = registryOf(writer);
  const importing = {
    ...{ journal, registry },
    demandsSince: (operation: string) => team.reader.demandsSince(operation),
    sendingOf: (leaving: Leaving) => leavingOf(opening, leaving),
  };
  const held = await importLost(importing, team, ports.clock.now(), context);
  if (!held.ok) return held;
  if (held.value.length === 0) compared.add(team);
  return ok(!held.value.some(({ key, outcome }) => outcome === null && people.mayWrite(key)));
}

/** Payments of other desks that look the same, as this desk has read them. */
function twinsOf(
  { people, record }: OpenTeam,
  likeness: string,
  except: string,
  clock: Clock,
): readonly TeamTwin[] {
  const keys = people.keys();
  if (keys === null) return [];
  const since = new Date(clock.now() - limits.duplicateWindowMs).toISOString();
  return claimsAlike(record.copy, nameOf(keys, 'likeness', likeness), since)
    .filter(({ reference, key }) => key !== record.key && reference !== except && reference !== '')
    .map(({ reference, key, at, outcome }) => ({
      ...{ reference, at, by: people.nameOf(key) },
      state: outcome === 'accepted' || outcome === 'unknown' ? outcome : 'sending',
    }));
}
