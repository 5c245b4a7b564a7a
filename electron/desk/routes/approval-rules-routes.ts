import type { RulesDraft } from '../../../shared/team/approval-rules.ts';
import { DeskFault, fail, type Outcome } from '../../../shared/errors.ts';
import type { ApprovalRulesView, RulesRehearsal } from '../../../shared/ipc/approval-rules.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { Confirm, Question } from '../../connections/session/questions.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { decisionText } from '../../nouns/approvals/decisions.ts';
import type { Proposal } from '../../nouns/approvals/state.ts';
import {
  daysOfDelegation,
  endDelegation,
  mayStandIn,
  writeDelegation,
} from '../approvals/delegations.ts';
import {
  nextRules,
  proposalOf,
  proposeRules,
  refuseProposal,
  signProposal,
  withdrawProposal,
} from '../approvals/proposals.ts';
import { rehearseDraft } from '../approvals/rehearsals.ts';
import { openApprovals, type OpenApprovals } from '../approvals/requests.ts';
import {
  delegateQuestion,
  endDelegationQuestion,
  proposeQuestion,
  refuseProposalQuestion,
  signDeskQuestion,
  signRulesQuestion,
  withdrawProposalQuestion,
} from '../approvals/rules-questions.ts';
import { approvalRulesView } from '../approvals/rules-view.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

type RulesHandlers = Pick<Handlers, Extract<keyof Handlers, `approvalRules.${string}`>>;

/** The routes of the approval rules and delegations of the open bank's team. Throws `team.none` without one. */
export const approvalRulesHandlers = (
  open: () => BankDesk,
  { confirm }: { readonly confirm: Confirm },
): RulesHandlers => {
  const routes = new RulesRoutes(open, confirm);
  return {
    'approvalRules.view': ({ isFresh }, context) => routes.view(isFresh, context),
    'approvalRules.rehearse': ({ draft }) => routes.rehearse(draft),
    'approvalRules.propose': ({ rehearsal }, context) => routes.propose(rehearsal, context),
    'approvalRules.sign': ({ proposal }, context) => routes.sign(proposal, context),
    'approvalRules.refuse': (given, context) => routes.refuse(given, context),
    'approvalRules.withdraw': ({ proposal }, context) => routes.withdraw(proposal, context),
    'approvalRules.delegate': (wanted, context) => routes.delegate(wanted, context),
    'approvalRules.endDelegation': ({ delegation }, context) =>
      routes.endDelegation(delegation, context),
  };
};

/** The rules that were rehearsed last, with their version and the team to which they belong. */
type Rehearsed = {
  readonly of: unknown;
  readonly version: number;
  readonly draft: RulesDraft;
  readonly rehearsal: RulesRehearsal;
};

class RulesRoutes {
  readonly #open: () => BankDesk;
  readonly #confirm: Confirm;
  #rehearsed: Rehearsed | null = null;

  constructor(open: () => BankDesk, confirm: Confirm) {
    this.#open = open;
    this.#confirm = confirm;
  }

  async view(isFresh: boolean, context: Context): Promise<Outcome<ApprovalRulesView>> {
    const { team } = this.#open().copy;
    const read = isFresh && team?.open ? await team.refresh(context) : ok(null);
    return ok({ ...this.#view(), problem: read.ok ? null : read.error });
  }

  async rehearse(draft: RulesDraft): Promise<Outcome<RulesRehearsal>> {
    const { copy, clock } = this.#open();
    const parts = openApprovals(copy.team);
    const { version } = nextRules(parts.approvals.state, copy.journal);
    const rehearsal = await rehearseDraft(parts, draft, { copy, clock });
    this.#rehearsed = { of: copy.team, version, draft, rehearsal };
    return ok(rehearsal);
  }

  async propose(name: string, context: Context): Promise<Outcome<ApprovalRulesView>> {
    const { correlationId } = context;
    const rehearsed = this.#rehearsedAs(name, context);
    if (!rehearsed.ok) return rehearsed;
    const { of, version, draft, rehearsal } = rehearsed.value;
    const parts = this.#openAs(of);
    if (!parts.team.people.isAdmin(parts.team.record.key))
      return fail('team.not-admin', correlationId);
    if (rehearsal.rules.some(({ canBeMet }) => !canBeMet))
      return fail('input.invalid', correlationId, {
        message:
          'A rule asks for more persons than the team has in that role. Nothing was proposed. Change that rule.',
      });
    const before = parts.approvals.state.rules;
    const question = proposeQuestion(draft, rehearsal, { version, before });
    return this.#confirmed(question, of, context, (now) => {
      const { journal } = this.#open().copy;
      const next = nextRules(now.approvals.state, journal);
      return next.version === version
        ? proposeRules(now, { ...draft, ...next }, context)
        : Promise.resolve(this.#outrun(context));
    });
  }

  async sign(digest: string, context: Context): Promise<Outcome<ApprovalRulesView>> {
    const { team: of } = this.#open().copy;
    const parts = this.#openAs(of);
    const { author, proposes } = proposalOf(parts, digest);
    const { person } = author;
    if (!parts.team.people.isAdmin(parts.team.record.key))
      return fail('team.not-admin', context.correlationId);
    if ('takesOver' in proposes || 'ends' in proposes)
      return fail('input.invalid', context.correlationId, {
        message: 'It is decided on the page of the team, by the same step. Nothing was signed.',
      });
    const question =
      'rules' in proposes
        ? signRulesQuestion(proposes.rules, person, parts.approvals.state.rules)
        : signDeskQuestion(this.#deskOf(digest), person);
    return this.#confirmed(question, of, context, (now) => signProposal(now, digest, context));
  }

  async withdraw(digest: string, context: Context): Promise<Outcome<ApprovalRulesView>> {
    const { team: of } = this.#open().copy;
    const { proposes } = proposalOf(this.#openAs(of), digest);
    const question = withdrawProposalQuestion(this.#proposedText(digest, proposes));
    return this.#confirmed(question, of, context, (now) => withdrawProposal(now, digest, context));
  }

  async refuse(
    { proposal, words }: RouteInput<'approvalRules.refuse'>,
    context: Context,
  ): Promise<Outcome<ApprovalRulesView>> {
    const { team: of } = this.#open().copy;
    const { author, proposes } = proposalOf(this.#openAs(of), proposal);
    const what = this.#proposedText(proposal, proposes);
    const question = refuseProposalQuestion(what, author.person, words);
    return this.#confirmed(question, of, context, (now) =>
      refuseProposal(now, { of: proposal, words }, context),
    );
  }

  async delegate(
    { to, from, until, limit }: RouteInput<'approvalRules.delegate'>,
    context: Context,
  ): Promise<Outcome<ApprovalRulesView>> {
    const { correlationId } = context;
    const { copy, clock } = this.#open();
    const parts = this.#openAs(copy.team);
    if (!mayStandIn(parts, to))
      return fail('input.invalid', correlationId, { fields: { to: 'choose a colleague' } });
    if (until < from)
      return fail('input.invalid', correlationId, { fields: { until: 'is before the first day' } });
    const { begins, ends, zone } = daysOfDelegation(parts.approvals.state, from, until);
    if (ends < timestampNow(clock))
      return fail('input.invalid', correlationId, { fields: { until: 'is a day that is over' } });
    const question = delegateQuestion({ to, limit }, { from, until, zone });
    return this.#confirmed(question, copy.team, context, async (now) => {
      const written = await writeDelegation(now, { to, begins, ends, limit }, context);
      return written.ok ? ok(null) : written;
    });
  }

  async endDelegation(digest: string, context: Context): Promise<Outcome<ApprovalRulesView>> {
    const { team: of } = this.#open().copy;
    const delegation = this.#openAs(of).approvals.state.delegations.get(digest);
    if (delegation === undefined)
      return fail('input.invalid', context.correlationId, {
        message: 'The team’s record has no such delegation.',
      });
    return this.#confirmed(endDelegationQuestion(delegation), of, context, (now) =>
      endDelegation(now, digest, context),
    );
  }

  #view(): Omit<ApprovalRulesView, 'problem'> {
    const { copy, clock } = this.#open();
    return approvalRulesView(openApprovals(copy.team), timestampNow(clock));
  }

  #proposedText(digest: string, proposes: Proposal['proposes']): string {
    if ('rules' in proposes) return `the approval rules ${String(proposes.rules.version)}`;
    if ('login' in proposes) return `the enrolment of a desk of ${this.#deskOf(digest)}`;
    return `the decision ${decisionText(proposes)}`;
  }

  #deskOf(digest: string): string {
    return this.#view().proposals.find(({ proposal }) => proposal === digest)?.desk ?? '';
  }

  #rehearsedAs(name: string, context: Context): Outcome<Rehearsed> {
    const rehearsed = this.#rehearsed;
    const isLast =
      rehearsed?.of === this.#open().copy.team && rehearsed.rehearsal.rehearsal === name;
    return isLast ? ok(rehearsed) : this.#outrun(context);
  }

  #outrun({ correlationId }: Context): Outcome<never> {
    return fail('confirmation.required', correlationId, {
      message:
        'The rules changed since they were rehearsed. Nothing was proposed. Rehearse them again.',
    });
  }

  /** The open team, if it is still the same: during the question the desk may have been locked, or another bank opened. */
  #openAs(of: unknown): OpenApprovals {
    const { team } = this.#open().copy;
    if (team === of) return openApprovals(team);
    throw new DeskFault('session.required', 'The desk was locked meanwhile: nothing was signed.');
  }

  async #confirmed(
    question: Question,
    of: unknown,
    context: Context,
    work: (now: OpenApprovals) => Promise<Outcome<null>>,
  ): Promise<Outcome<ApprovalRulesView>> {
    if (!(await this.#confirm(question))) return fail('declined', context.correlationId);
    const done = await work(this.#openAs(of));
    return done.ok ? ok({ ...this.#view(), problem: null }) : done;
  }
}
