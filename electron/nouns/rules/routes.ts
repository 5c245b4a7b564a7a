import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import type { RuleApplier } from './applier.ts';
import { ruleContent } from './content.ts';
import { entryLabels, type RuleReads } from './reads.ts';
import {
  listRules,
  moveRule,
  nameByHand,
  refuseWords,
  refusedWords,
  removeRule,
  restoreRule,
  saveRule,
  tagByHand,
} from './tables.ts';

type Bank = OpenBank;
type Open = Bank & {
  readonly copy: Bank['copy'] & { readonly questions: Questions<RuleReads> };
  readonly rules: RuleApplier;
};

type RuleRoutes = Extract<keyof Handlers, `rules.${string}`>;

export const ruleHandlers = (desk: () => Open): Pick<Handlers, RuleRoutes> => ({
  'rules.list': () => {
    const { copy, rules } = desk();
    return ok({ rules: listRules(copy.journal), applying: rules.applying });
  },
  'rules.count': async ({ rule }) =>
    ok(await desk().copy.questions.ask('countRule', [ruleContent(rule)])),
  'rules.save': ({ id, rule }) => {
    const open = desk();
    return ok(said(open, saveRule(open.copy.journal, { id, rule: ruleContent(rule) }, byOf(open))));
  },
  'rules.remove': ({ id }) => {
    const open = desk();
    return ok(said(open, removeRule(open.copy.journal, id, timestampNow(open.clock))));
  },
  'rules.restore': ({ id }) => {
    const open = desk();
    return ok(said(open, restoreRule(open.copy.journal, id)));
  },
  'rules.move': ({ id, by }) => {
    const open = desk();
    return ok(said(open, moveRule(open.copy.journal, id, by)));
  },
  'rules.proposals': async () => {
    const { journal, questions } = desk().copy;
    const words = [...refusedWords(journal), ...listRules(journal).map((rule) => rule.words)];
    return ok({ proposals: await questions.ask('proposeRules', [{ words }]) });
  },
  'rules.refuse': (refused) => {
    const { copy, clock } = desk();
    refuseWords(copy.journal, refused, timestampNow(clock));
    return ok({ refused: refused.refused });
  },
  'rules.labels': ({ accountNumber, entryId }) =>
    ok({ labels: entryLabels(desk().copy.reader, accountNumber, entryId) }),
  'rules.tagEntry': async ({ tag, ...tagged }) => {
    const open = desk();
    const hand = { ...tagged, tag: tag.toLowerCase() };
    const before = tagByHand(open.copy.journal, hand, byOf(open));
    await heard(open, tagged.accountNumber);
    return ok({ before });
  },
  'rules.nameCounterparty': async ({ accountNumber, entryId, name, was }) => {
    const open = desk();
    const hand = {
      ...{ accountNumber, entryId, name: spaced(name) },
      ...(was !== undefined && { was: spaced(was) }),
    };
    const before = nameByHand(open.copy.journal, hand, byOf(open));
    await heard(open, accountNumber);
    return ok({ before });
  },
});

/** One space between its words. */
const spaced = (name: string | null): string | null =>
  name?.split(/\s+/u).filter(Boolean).join(' ') ?? null;

/** What was said by hand is true of the entry before the answer; what rules say of others follows. */
async function heard(open: Open, accountNumber: string): Promise<void> {
  await open.rules.hear();
  void open.rules.run();
  open.announce('store.changed', { topic: 'statements', accountNumber });
}

const byOf = (open: Open) => ({
  by: open.user?.name ?? 'this desk',
  at: timestampNow(open.clock),
});

/** The rules are other now: they are applied behind the answer. */
function said<T>(open: Open, rule: T): T {
  void open.rules.run();
  open.announce('store.changed', { topic: 'rules' });
  return rule;
}
