import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import type { RuleApplier } from './applier.ts';
import { ruleContent, spaced } from './content.ts';
import { setManualCounterparty, setManualTag } from './manual-tags.ts';
import { tagMany, untagMany } from './many-tags.ts';
import { entryLabels, type RuleReads } from './reads.ts';
import {
  listRules,
  moveRule,
  refuseWords,
  refusedWords,
  removeRule,
  restoreRule,
  saveRule,
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
  'rules.save': ({ rule, ...saved }) => {
    const open = desk();
    const content = { ...saved, rule: ruleContent(rule) };
    return ok(applyChanged(open, saveRule(open.copy.journal, content, stampOf(open))));
  },
  'rules.remove': (removed) => {
    const open = desk();
    return ok(applyChanged(open, removeRule(open.copy.journal, removed, timestampNow(open.clock))));
  },
  'rules.restore': ({ id }) => {
    const open = desk();
    return ok(applyChanged(open, restoreRule(open.copy.journal, id, timestampNow(open.clock))));
  },
  'rules.move': ({ id, by }) => {
    const open = desk();
    return ok(applyChanged(open, moveRule(open.copy.journal, id, by, timestampNow(open.clock))));
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
    const label = { ...tagged, tag: tag.toLowerCase() };
    const before = setManualTag(open.copy.journal, label, stampOf(open));
    await applyManualTag(open, tagged.accountNumber);
    return ok({ before });
  },
  'rules.tagMany': async ({ entries, tag }) => {
    const open = desk();
    const done = tagMany(open.copy, { entries, tag: tag.toLowerCase() }, stampOf(open));
    await applyManualTag(open);
    return ok(done);
  },
  'rules.untagMany': async ({ act }) => {
    const open = desk();
    const undone = untagMany(open.copy, act, stampOf(open));
    await applyManualTag(open);
    return ok(undone);
  },
  'rules.nameCounterparty': async ({ accountNumber, entryId, name, was }) => {
    const open = desk();
    const label = {
      ...{ accountNumber, entryId, name: name && spaced(name) },
      ...(was !== undefined && { was: was && spaced(was) }),
    };
    const before = setManualCounterparty(open.copy.journal, label, stampOf(open));
    await applyManualTag(open, accountNumber);
    return ok({ before });
  },
});

/** Applies manual labels to their entries before the answer; the rules apply to other entries afterwards. Without an account, of any. */
async function applyManualTag(open: Open, accountNumber?: string): Promise<void> {
  await open.rules.syncRules();
  void open.rules.run();
  open.announce('store.changed', {
    topic: 'statements',
    ...(accountNumber !== undefined && { accountNumber }),
  });
}

/** Starts to apply changed rules; they finish after the answer. */
function applyChanged<T>(open: Open, rule: T): T {
  void open.rules.run();
  open.announce('store.changed', { topic: 'rules' });
  return rule;
}
