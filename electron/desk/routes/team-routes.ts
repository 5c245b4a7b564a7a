import { basename } from 'node:path';

import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import type { TeamPresence, TeamView } from '../../../shared/ipc/team.ts';
import { ok } from '../../../shared/result.ts';
import type { Confirm, Question } from '../../connections/session/questions.ts';
import { writeWholeFile, type SaveAs } from '../../engines/exports/whole-file.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { Context } from '../../engines/machine/context.ts';
import { OneByOne } from '../../engines/machine/one-by-one.ts';
import { ignoreErrors } from '../../engines/store/local-faults.ts';
import type { Membership } from '../../engines/team-record/membership-row.ts';
import { parseServerAddress } from '../../engines/team-record/postgres/server-address.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import { transfersUnder } from '../../nouns/payments/list-transfers.ts';
import { admit, waitingDesks } from '../../nouns/people/admit.ts';
import { checkRecord } from '../../nouns/people/check.ts';
import { foundTeam } from '../../nouns/people/found.ts';
import { invite } from '../../nouns/people/invitation.ts';
import { awaitAdmission } from '../../nouns/people/join.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { repairRecord, setAside } from '../../nouns/people/repair.ts';
import { membersNamed, revoke } from '../../nouns/people/revoke.ts';
import type { FoundOutcome } from '../../nouns/people/take-over.ts';
import { endTogether, takeOverTogether } from '../approvals/decisions.ts';
import { beginWithTwo } from '../approvals/proposals.ts';
import { openApprovals } from '../approvals/requests.ts';
import { foundingRulesQuestion } from '../approvals/rules-questions.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import { noPresence, type SeenEntry } from '../open-bank/presence.ts';
import {
  beginTeam,
  finishJoining,
  foundingBy,
  joiningBy,
  requestToJoin,
  openOf,
  type TeamSite,
} from '../team/join-team.ts';
import { leaveWith } from '../team/leave-team.ts';
import { readChosen, type ChosenFiles } from '../team/team-files.ts';
import {
  endQuestion,
  leaveQuestion,
  revokeQuestion,
  setAsideQuestion,
  takeOverQuestion,
} from '../team/team-questions.ts';
import { nothingSeen, openClaims, statusOf, teamView, type LastLook } from '../team/team-view.ts';

type TeamHandlers = Pick<Handlers, Extract<keyof Handlers, `team.${string}`>>;

export type TeamPorts = {
  readonly keychain: Keychain;
  readonly saveAs: SaveAs;
  readonly openFile: () => Promise<string | undefined>;
  readonly confirm: Confirm;
  /** Closes the open bank and opens it again, after the journal changed its team. */
  readonly openAgain: (context: Context) => Promise<Outcome<DeskState>>;
};

/** The routes of the open bank's team. Its code is loaded with the first request. */
export const teamHandlers = (open: () => BankDesk, ports: TeamPorts): TeamHandlers => {
  const routes = new TeamRoutes(open, ports);
  return {
    'team.presence': ({ entry }) => ok({ people: presenceIn(open(), entry) }),
    'team.lookAt': ({ entry }) => {
      open().copy.team?.presence.lookAt(entry);
      return ok({ people: presenceIn(open(), entry) });
    },
    'team.status': () => routes.status(),
    'team.view': ({ isFresh }, context) => routes.view(isFresh, context),
    'team.chooseFile': ({ kind }, context) => routes.chooseFile(kind, context),
    'team.found': (wanted, context) => routes.inTurn(() => routes.found(wanted, context)),
    'team.join': (_, context) => routes.inTurn(() => routes.join(context)),
    'team.continue': ({ areDifferencesSeen }, context) =>
      routes.inTurn(() => routes.goOn(areDifferencesSeen, context)),
    'team.invite': (wanted, context) => routes.invite(wanted, context),
    'team.admit': ({ words }, context) => routes.admit(words, context),
    'team.revoke': (wanted, context) => routes.revoke(wanted, context),
    'team.claims': () => {
      const { team, approvals } = openApprovals(open().copy.team);
      return ok({ claims: openClaims(team, approvals.state) });
    },
    'team.lookUp': ({ reference }, context) => routes.lookUp(reference, context),
    'team.takeOver': (wanted, context) => routes.takeOver(wanted, context),
    'team.repair': (_, context) => routes.repair(context),
    'team.setAside': ({ name }, context) => routes.setAside(name, context),
    'team.check': (_, context) => routes.check(context),
    'team.leave': (_, context) => routes.inTurn(() => routes.leave(context)),
    'team.end': (_, context) => routes.inTurn(() => routes.end(context)),
  };
};

/** The colleagues who are online, and whether they look at this entry. */
function presenceIn({ copy: { team } }: BankDesk, entry: SeenEntry | null): TeamPresence[] {
  const presence = team?.presence ?? noPresence;
  const here = entry === null ? '' : presence.subjectOf(entry);
  return presence
    .list()
    .map(({ subject, ...one }) => ({ ...one, isHere: here !== '' && subject === here }));
}

class TeamRoutes {
  readonly #open: () => BankDesk;
  readonly #ports: TeamPorts;
  /** Runs founding, joining, leaving and ending one after the other. */
  readonly #steps = new OneByOne();
  #files: ChosenFiles = {};
  /** The last look at the open team; empty for any other. */
  #seen: LastLook & { readonly of: unknown } = { ...nothingSeen, of: null };

  constructor(open: () => BankDesk, ports: TeamPorts) {
    this.#open = open;
    this.#ports = ports;
  }

  /** Runs one step after the other. Announces the result, for a page that was opened in the meantime. */
  inTurn<T>(step: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return this.#steps.run(async () => {
      const outcome = await step();
      ignoreErrors(() => {
        this.#open().announce('store.changed', { topic: 'team' });
      });
      return outcome;
    });
  }

  /** The open bank's team. Throws `team.none`, or why its keys cannot be opened. */
  get team(): OpenTeam {
    return openOf(this.#open().copy.team);
  }

  status() {
    const { team } = this.#open().copy;
    return ok({ status: team && statusOf(team) });
  }

  async view(isFresh: boolean, context: Context): Promise<Outcome<TeamView>> {
    const problem = isFresh ? await this.#look(context) : null;
    return ok(this.#view(context, problem));
  }

  async chooseFile(kind: keyof ChosenFiles, context: Context) {
    const desk = this.#open();
    const path = await this.#ports.openFile();
    if (path === undefined) return ok({ file: null });
    const at = { bank: desk.profile.folder.profileId, nowMs: desk.clock.now() };
    const chosen = readChosen(path, kind, at, context);
    if (!chosen.ok) return chosen;
    this.#files = { ...this.#files, ...chosen.value.files };
    return ok({ file: chosen.value.file });
  }

  async found(
    { name, database, rules = 'none' }: RouteInput<'team.found'>,
    context: Context,
  ): Promise<Outcome<TeamView>> {
    const { correlationId } = context;
    const address = parseServerAddress(database);
    if (!address.ok)
      return fail('input.invalid', correlationId, { fields: { database: address.error } });
    const { password, authority: ca = null } = this.#files;
    if (password === undefined)
      return fail('input.invalid', correlationId, { fields: { password: 'choose its file' } });
    if (rules === 'two' && !(await this.#ports.confirm(foundingRulesQuestion)))
      return fail('declined', correlationId);
    const wanted = foundingBy({ name, address: address.value, ca }, this.#open().clock);
    const begun = await this.#begin(wanted, password, context);
    if (!begun.ok) return begun;
    const founded = await foundTeam(this.#open().copy.journal, this.team, password, context);
    if (!founded.ok) return founded;
    this.#files = {};
    const finished = await this.#finish(false, context);
    if (!finished.ok || rules === 'none') return finished;
    const { copy } = this.#open();
    const ruled = await beginWithTwo(openApprovals(copy.team), copy.journal, context);
    return ruled.ok ? ok(this.#view(context)) : ruled;
  }

  async join(context: Context): Promise<Outcome<TeamView>> {
    const { invitation } = this.#files;
    if (invitation === undefined)
      return fail('team.invitation', context.correlationId, { message: 'Choose its file first.' });
    const wanted = joiningBy(invitation, this.#open().clock);
    const begun = await this.#begin(wanted, invitation.password, context);
    if (!begun.ok) return begun;
    const sent = await requestToJoin(this.#open().copy, this.team, invitation.password, context);
    if (!sent.ok) return sent;
    this.#files = {};
    return this.goOn(false, context);
  }

  /** Checks whether the desk was admitted, and imports its earlier submissions. Changes nothing for a desk that has joined. */
  async goOn(areDifferencesSeen: boolean, context: Context): Promise<Outcome<TeamView>> {
    const { team } = this;
    const { journal } = this.#open().copy;
    if (team.row().state === 'joining') {
      const isIn = await awaitAdmission(journal, team, 0, context);
      if (!isIn.ok) return isIn;
      if (!isIn.value) return ok(this.#view(context));
    }
    return team.row().state === 'importing'
      ? this.#finish(areDifferencesSeen, context)
      : ok(this.#view(context));
  }

  /** Writes an invitation. The place is chosen first: one that cannot be saved is not created. */
  async invite({ name, roles }: RouteInput<'team.invite'>, context: Context) {
    const { team } = this;
    const { profile, clock } = this.#open();
    const path = await this.#ports.saveAs(
      `invitation-${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.json`,
    );
    if (path === undefined) return ok({ saved: false as const });
    const wanted = { name, roles: [...new Set(roles)], bank: profile.folder.profileId };
    const invitation = await invite(team, wanted, clock, context);
    if (!invitation.ok) return invitation;
    await writeWholeFile(path, [`${JSON.stringify(invitation.value, null, 2)}\n`]);
    return ok({
      saved: true as const,
      ...{ fileName: basename(path), until: invitation.value.until },
    });
  }

  async admit(words: readonly string[], context: Context) {
    const member = await admit(this.team, words.join(' '), this.#open().clock, context);
    if (!member.ok) return member;
    await this.#look(context);
    const { name, roles } = member.value;
    return ok({ name, roles });
  }

  async revoke(
    { key, why }: { readonly key: string; readonly why: string },
    context: Context,
  ): Promise<Outcome<TeamView>> {
    const { team } = this;
    const member = team.people.member(key);
    if (member?.revoked !== null)
      return fail('input.invalid', context.correlationId, { message: 'There is no such desk.' });
    return this.#confirmed(revokeQuestion(member.name, why), context, () =>
      revoke(team, [member], why, context),
    );
  }

  async lookUp(reference: string, context: Context) {
    const listed = await transfersUnder(this.#open().changes, reference, context);
    if (listed === null) return fail('team.not-looked', context.correlationId);
    return ok({ isListed: listed.length > 0 });
  }

  async takeOver(
    { reference, isFoundAtBank }: { readonly reference: string; readonly isFoundAtBank: boolean },
    context: Context,
  ) {
    const { team } = this;
    const { journal } = this.#open().copy;
    const looked = await this.lookUp(reference, context);
    if (!looked.ok) return looked;
    const isFound = looked.value.isListed || isFoundAtBank;
    const claim = team.claims.claimOf(reference);
    const by = claim ? team.people.nameOf(claim.key) : '';
    if (!(await this.#ports.confirm(takeOverQuestion(reference, by, isFound))))
      return fail('declined', context.correlationId);
    const outcome: FoundOutcome = isFound ? 'accepted' : 'not-found';
    const open = openApprovals(this.#open().copy.team);
    const moved = await takeOverTogether(open, journal, { reference, outcome }, context);
    return moved.ok ? ok({ outcome }) : moved;
  }

  async repair(context: Context) {
    const repaired = await repairRecord(this.team, context);
    if (!repaired.ok) return repaired;
    return ok({ acts: repaired.value.acts, view: this.#view(context) });
  }

  async setAside(name: string, context: Context): Promise<Outcome<TeamView>> {
    const { team } = this;
    const members = membersNamed(team, name);
    if (members.length === 0)
      return fail('input.invalid', context.correlationId, { message: 'There is no such member.' });
    return this.#confirmed(setAsideQuestion(name), context, () => setAside(team, members, context));
  }

  async check(context: Context) {
    const checked = await checkRecord(this.team, context);
    if (!checked.ok) return checked;
    const { acts, voidActs } = checked.value;
    return ok({ acts, voidActs });
  }

  /** Leaves the team without waiting for the record. A desk that waits to join only takes its request back. */
  async leave(context: Context) {
    const { clock } = this.#open();
    const site = this.#site();
    if (site.copy.team === null) return fail('team.none', context.correlationId);
    if (!(await this.#ports.confirm(leaveQuestion))) return fail('declined', context.correlationId);
    const left = await leaveWith(site, clock, context);
    if (!left.ok) return left;
    const opened = await this.#ports.openAgain(context);
    return opened.ok
      ? ok({ view: this.#view(context), isRecorded: left.value.isRecorded })
      : opened;
  }

  async end(context: Context): Promise<Outcome<TeamView>> {
    const { team } = this.#open().copy;
    const open = openApprovals(team);
    const ended = await this.#confirmed(endQuestion, context, () => endTogether(open, context));
    if (!ended.ok) return ended;
    const refreshed = await team?.refresh(context);
    if (refreshed?.ok === false) return refreshed;
    const opened = await this.#ports.openAgain(context);
    return opened.ok ? ok(this.#view(context)) : opened;
  }

  /** Saves the new membership, and opens the bank again: until the desk has joined, it sends nothing. */
  async #begin(wanted: Membership, password: string, context: Context): Promise<Outcome<null>> {
    const allowed = this.#open().copy.continuity.allows(context);
    if (!allowed.ok) return allowed;
    const begun = await beginTeam(this.#site(), wanted, password, context);
    if (!begun.ok) return begun;
    if (begun.value === 'repeated') return ok(null);
    const opened = await this.#ports.openAgain(context);
    return opened.ok ? ok(null) : opened;
  }

  #site(): TeamSite {
    const { copy, profile } = this.#open();
    return { copy, folder: profile.folder, keychain: this.#ports.keychain };
  }

  async #finish(areDifferencesSeen: boolean, context: Context): Promise<Outcome<TeamView>> {
    const { copy, clock } = this.#open();
    const finishing = { areDifferencesSeen, nowMs: clock.now() };
    const differences = await finishJoining(copy, this.team, finishing, context);
    if (!differences.ok) return differences;
    this.#see({ differences: areDifferencesSeen ? [] : differences.value });
    return ok(this.#view(context));
  }

  async #confirmed(
    question: Question,
    context: Context,
    work: () => Promise<Outcome<null>>,
  ): Promise<Outcome<TeamView>> {
    if (!(await this.#ports.confirm(question))) return fail('declined', context.correlationId);
    const done = await work();
    return done.ok ? ok(this.#view(context)) : done;
  }

  /** Refreshes the record, and asks which desks wait and which excess rights the login has. Returns the error of the refresh. */
  async #look(context: Context): Promise<AppError | null> {
    const { team } = this.#open().copy;
    const opened = team?.open ?? null;
    if (team === null || opened === null) return null;
    const { record, people, row } = opened;
    if (row().state === 'joining' || row().state === 'founding') return null;
    const read = await team.refresh(context);
    const server = record.state === 'unreachable' ? null : await record.server(context);
    if (server?.ok) this.#see({ rights: server.value.excess });
    const isAsking = record.state === 'current' && people.isAdmin(record.key);
    const waiting = isAsking ? await waitingDesks(opened, context) : null;
    if (waiting?.ok) this.#see({ waiting: waiting.value.map(({ name }) => name) });
    return read.ok ? null : read.error;
  }

  #see(seen: Partial<LastLook>): void {
    const of = this.#open().copy.team;
    const before = this.#seen.of === of ? this.#seen : nothingSeen;
    this.#seen = { ...before, ...seen, of };
  }

  #view(context: Context, problem: AppError | null = null): TeamView {
    const { copy } = this.#open();
    const { of, ...seen } = this.#seen;
    return teamView(copy, problem, of === copy.team ? seen : nothingSeen, context);
  }
}
