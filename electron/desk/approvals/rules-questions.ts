import {
  adminsSentence,
  limitSentence,
  ruleSentence,
  settingSentences,
} from '../../../shared/team/approval-rule-text.ts';
import type { RulesDraft } from '../../../shared/team/approval-rules.ts';
import type { RulesRehearsal } from '../../../shared/ipc/approval-rules.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import { plain, type Question } from '../../connections/session/questions.ts';
import type { Delegation } from '../../nouns/approvals/state.ts';

/** The questions outside the window before a person changes who may send or approve. */

/** The most rules in a question: a dialog of the system does not scroll. */
const shownMax = 8;

export const proposeQuestion = (
  draft: RulesDraft,
  { since, payments, rules }: RulesRehearsal,
  {
    version,
    before,
  }: {
    readonly version: number;
    /** The rules in force. */
    readonly before: RulesDraft | null;
  },
): Question => {
  const signatures = before?.admins ?? 1;
  const unmet = rules.reduce((most, rule) => Math.max(most, rule.unmet), 0);
  return {
    message: `Propose approval rules ${String(version)}?`,
    detail: [
      rulesText(draft, before),
      ...(unmet === 0
        ? []
        : [
            `Of ${formatCount(payments)} payments since ${since.slice(0, 10)}, at least ${formatCount(unmet)} could not have been sent.`,
          ]),
      signatures > 1
        ? `They are in force once ${String(signatures)} administrators have signed. You are one of them.`
        : 'They are in force at once, for every desk of the team.',
    ].join('\n\n'),
    yes: 'Propose',
  };
};

export const foundingRulesQuestion: Question = {
  message: 'Begin the team with approval rules?',
  detail:
    'Two other persons approve everything that this team sends. Until two colleagues have joined, nothing can be sent. You change the rules later on the page of the approval rules.',
  yes: 'Begin with these rules',
};

export const signRulesQuestion = (
  draft: RulesDraft,
  author: string,
  before: RulesDraft | null,
): Question => ({
  message: `Sign the approval rules of ${plain(author)}?`,
  detail: [
    rulesText(draft, before),
    'Your signature stays in the team’s record. Once enough administrators have signed, every payment is checked against these rules.',
  ].join('\n\n'),
  yes: 'Sign',
});

export const signDeskQuestion = (person: string, author: string): Question => ({
  message: `Sign the enrolment of a desk of “${plain(person)}”?`,
  detail: `${plain(author)} admitted it. Once enough administrators have signed, it may approve and count. Call the person on a number that you had before.`,
  yes: 'Sign',
});

export const refuseProposalQuestion = (what: string, author: string, words: string): Question => ({
  message: `Refuse ${plain(what)} of ${plain(author)}?`,
  detail: [
    `${plain(author)} reads your words: ${plain(words)}`,
    'The proposal ends for all administrators. The rules in force stay as they are.',
  ].join('\n\n'),
  yes: 'Refuse',
});

export const withdrawProposalQuestion = (what: string): Question => ({
  message: `Take back ${plain(what)}?`,
  detail: 'The proposal ends. The rules in force stay as they are.',
  yes: 'Take back',
});

export const delegateQuestion = (
  { to, limit }: Pick<Delegation, 'to' | 'limit'>,
  { from, until, zone }: { readonly from: string; readonly until: string; readonly zone: string },
): Question => ({
  message: `Let “${plain(to)}” approve in your place?`,
  detail: [
    `From ${from} to ${until} (${zone})${limit ? `, up to ${formatMoney(limit)}` : ''}.`,
    `Meanwhile the two of you are one pair of eyes: you approve nothing that ${plain(to)} makes, and ${plain(to)} nothing that you make.`,
  ].join('\n\n'),
  yes: 'Let them approve',
});

export const endDelegationQuestion = ({ from, to }: Pick<Delegation, 'from' | 'to'>): Question => ({
  message: 'Take the delegation back?',
  detail: `${plain(to)} approves no longer in the place of ${plain(from)}. Approvals given in this time no longer count where they needed it.`,
  yes: 'Take back',
});

/** The rules in sentences, cleaned: names and texts of a proposal are a colleague's. */
function rulesText(draft: RulesDraft, before: RulesDraft | null): string {
  const sentences = [...draft.rules.map(ruleSentence), ...draft.limits.map(limitSentence)];
  const shown = sentences.slice(0, shownMax).map(oneLine);
  const more = sentences.length - shown.length;
  return [
    ...(sentences.length === 0 ? ['No payment needs an approval.'] : shown),
    ...(more > 0 ? [`And ${formatCount(more)} more: read them on the page.`] : []),
    ...settingSentences(draft, before),
    adminsSentence(draft.admins),
  ].join('\n');
}

const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);
