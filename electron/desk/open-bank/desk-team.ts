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

/** The parts with which the team of a desk is opened. */
export type TeamOpening = {
  readonly ports: Ports;
  readonly profile: ProfileFolder;
  readonly credentials: Credentials | null;
  readonly copy: Pick<
    LocalCopy<CacheWriter, CacheReads>,
    'journal' | 'openTeamCopy' | 'continuity' | 'reader' | 'writer'
  >;
};

/** The team's part of an open desk. */
export type DeskTeam = {
  /** The claims, by which the team allows sends. */
  readonly claims: Claims;
  /** The part that closes need from the team. */
  readonly closes: TeamCloses;
  /** Null where the desk's keys cannot be opened: it sends nothing then. */
  readonly open: OpenTeam | null;
  /** Null where the keys cannot be opened. */
  readonly approvals: Approvals | null;
  /** Identifies the bank, its environment and the client, as requests do. */
  readonly bank: () => string;
  /** Why the keys cannot be opened. */
  readonly fault: DeskFault | null;
  /** Calls `onChanged` with the changes of colleagues, once they are in the journal. For a desk that stays open. */
  listen(onChanged: (changed: Changed) => void): void;
  /** The problems for a person: why nothing is sent, and void acts. */
  troubles(): readonly TeamTrouble[];
  /** Compares the orders in the bank's lists with the claims from now on; calls `onFound` when the findings changed. */
  compareOrders(statusWords: StatusWords, onFound: () => void): void;
  /** The orders in the bank's lists without a claim, as found. */
  unclaimed(): readonly UnclaimedOrder[];
  /** Marks such an order as known to the person of this desk. Fails where the desk's keys cannot be opened. */
  markKnown(known: KnownOrder, context: Context): Outcome<null>;
  /** The colleagues who are online. */
  readonly presence: PresenceOfTeam;
  /** Publishes from now on that this desk is open; calls `onPresence` when a colleague came, left, or looks at something else. */
  listenToPresence(onPresence: () => void): void;
  /** Calls `onReleased` when the quarantine of a payee ended by the release of a second person. */
  listenToReleases(onReleased: () => void): void;
  /** Calls `onState` when the record's state or head changed. */
  listenToState(onState: () => void): void;
  /** Calls `work` with changes of a kind that are in the journal and not processed by `work` yet; again after a failure. */
  follow(kind: string, work: (items: readonly Json[]) => Promise<void>): Promise<void>;
  /** Reads new acts, confirms a repair where required, and publishes outcomes and changes to the record. */
  refresh(context: Context): Promise<Outcome<null>>;
  /** Refreshes every half minute, and checks the whole record once a week. Call it every second. */
  look(): void;
  /** The copy of the record, and the secret from which this desk's keys are derived; null where it cannot be opened. */
  forBackup(): Promise<{ readonly copy: TeamCopy; readonly secret: Uint8Array } | null>;
  close(): Promise<void>;
};

/** The vault that protects the secret of the desk's keys. */
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

/** Opens the team of a desk with its keys and its copy of the record. Where that fails, nothing is sent. */
export async function openedTeam(opening: TeamOpening): Promise<DeskTeam> {
  const opened = await attempt(() =>
    openTeam(teamPartsOf(opening), (parts) => new Approvals(parts)),
  );
  return opened.ok
    ? deskTeam(opening, opened.value)
    : closedTeam(opened.error.code, opening, opened.error);
}

/** A team that cannot be opened: it refuses every send. */
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

/** No marks count while the members cannot be read. */
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
    // Only where the desk stays open: a command would end too early.
    if (isListening) void ignoreErrorsAsync(() => logSoon(team, journal));
    return refreshed;
  };
  const hints = new SharedRuns<void>();
  /** Many hints at once, as while a colleague sends a file, cause one more refresh. */
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
      // Under approval rules each line is claimed at its turn, with its own reading.
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
        // The next refresh reports the contradiction.
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

/** Identifies the bank by its address and environment, and the client where the local copy has its accounts. */
function bankOf({ copy, profile }: Pick<TeamOpening, 'copy' | 'profile'>): string {
  return [profile.profileId, clientIdIn(copy.reader) ?? ''].join(' ').trim();
}

/** The send, with the bank and the price to which an approval may be bound. */
const leavingOf = (opening: Pick<TeamOpening, 'copy' | 'profile'>, leaving: Leaving): Sending => ({
  ...sendingOf(leaving),
  ...(leaving.about?.quote ? { trade: tradeOf(leaving.about.quote) } : {}),
  bank: bankOf(opening),
});

/** Whether the author is the person of this desk, or one who stands in for that person now. */
function isOwnPerson(
  { people, record, reader }: ApprovedTeam,
  author: string,
  clock: Clock,
): boolean {
  const [own, other] = [people.nameOf(record.key), people.nameOf(author)];
  return own === other || standIn(reader.state, own, other, [timestampNow(clock)]);
}

/** The claim, with this desk's reading of the bank for it. */
function wantedOf(opening: TeamOpening, { sending, ...claimable }: Claimable): WantedClaim {
  if (sending === null) return claimable;
  return { ...claimable, sending: leavingOf(opening, sending) };
}

/** Claims one reference. Where it was settled in the meantime, the claim is settled with that outcome. */
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
  // The first claim reads new acts before it is written, and these may close sending.
  const stillAllowed = allows(team, context);
  if (!stillAllowed.ok) team.claims.settle(wanted.reference, 'not-sent');
  return stillAllowed;
}

/** Updates the log with the acts that were read, so that opening it later does not have to read a long record. */
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

/** How long a closing desk waits to publish that it closes. Otherwise colleagues see it leave a minute later. */
const leavingMs = 1_000;
/** How long a closing desk waits for changes to reach the record. Otherwise they go with the next opening. */
const closingMs = 5_000;
const halfMinuteMs = 30_000;

/** Runs work when called at least half a minute after the last run, one run at a time. Failures show in the record's state. */
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

/** Checks that the team allows sending, by the acts that this desk has read. */
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
  // A desk that lost its copy knows no member yet: its claim reads the record first.
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
 * Publishes outcomes of earlier claims that are in the journal and not in the record. A claim ahead of its turn without a submission never
 * left. A claim that was taken over waits for a person.
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
    // Only after everything was read is it known whether this desk lost submissions.
    if (!isSure && outcome === null) claims.settle(reference, 'unknown');
    else if (isSure && known !== outcome && (!isFree(known) || record.state === 'current'))
      claims.settle(reference, known);
  }
}

const closing: Context = { correlationId: 'team-closes' };
const publishing: Context = { correlationId: 'team-outcomes' };

/** Reads new acts and exchanges changes. Once the team ended, the desk works alone. */
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

/** The desks whose journal this process has compared with the record. */
const compared = new WeakSet<OpenTeam>();

/**
 * Claims this desk's submissions again where the record lacks them, and reports where it contradicts them. Runs before a repair is
 * confirmed, and otherwise until no other desk has the claim of a submission of this desk. False while a desk with an open claim has such a
 * reference: it may release it, and with the repair confirmed a third desk could send it.
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

/** Payments of other desks that look the same, among the acts that this desk has read. */
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
