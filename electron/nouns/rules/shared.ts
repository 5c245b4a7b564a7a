import { z } from 'zod';

import { RuleContent, tagText } from '../../../shared/ipc/review/rules.ts';
import { accountNumber, id } from '../../../shared/ipc/route.ts';
import { limits } from '../../../shared/limits.ts';
import { standingChange } from '../../engines/sharing/change-table.ts';
import {
  inQuotes,
  keyOfParts,
  sharedKind,
  type SharedKind,
} from '../../engines/sharing/shared-kind.ts';
import type { Journal } from '../../engines/store/database.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { entryName } from '../statements/annotations/entry-name.ts';
import { ruleContent, spaced } from './content.ts';
import { decidedTags, writeManualCounterparty, writeManualTag } from './manual-tags.ts';
import { isPlace } from './places.ts';
import {
  listRefusals,
  ruleKinds,
  standingRules,
  writePlace,
  writeRefusal,
  writeRule,
} from './tables.ts';

const entry = { accountNumber, entryId: id };

const Tag = z.strictObject({
  ...entry,
  tag: tagText.refine((tag) => tag === tag.toLowerCase()),
  is: z.boolean().nullable(),
});

const tags = sharedKind<z.infer<typeof Tag>>({
  topic: 'rules',
  ...{ kind: ruleKinds.tag, merge: 'last', schema: Tag, apply: writeManualTag },
  label: 'tagged entries',
  aboutOf: (item) => `${entryName(item)}: tag ${inQuotes(item.tag)} ${decision(item.is)}.`,
  keyOf: (item) => keyOfParts(item.accountNumber, item.entryId, item.tag),
  // A counterparty has no tag and is not of this kind.
  allOf: (journal) =>
    decidedTags(journal).map(({ accountNumber, entryId, tag, is, actor, at }) => ({
      item: { accountNumber, entryId, tag, is },
      stamp: { actor, at },
    })),
});

/** What a person decided about a tag; null where the rules decide again. */
function decision(is: boolean | null): string {
  if (is === null) return 'left to the rules';
  return is ? 'added' : 'removed';
}

const Counterparty = z.strictObject({
  ...entry,
  name: z
    .string()
    .max(140)
    .refine((name) => name === spaced(name))
    .nullable(),
});

const counterparties = sharedKind<z.infer<typeof Counterparty>>({
  topic: 'rules',
  ...{ kind: ruleKinds.counterparty, merge: 'last', schema: Counterparty },
  label: 'named a counterparty',
  aboutOf: (item) =>
    `${entryName(item)}: ${item.name === null ? 'name removed.' : inQuotes(item.name)}`,
  apply: writeManualCounterparty,
  keyOf: (item) => keyOfParts(item.accountNumber, item.entryId),
  allOf: (journal) =>
    decidedTags(journal)
      .filter(({ tag }) => tag === '')
      .map(({ accountNumber, entryId, counterparty, actor, at }) => ({
        item: { accountNumber, entryId, name: counterparty },
        stamp: { actor, at },
      })),
});

const place = z.string().refine(isPlace);

/** A rule as it is saved; refuses one that can have no meaning. */
const Content = RuleContent.refine((rule) => attemptSync(() => ruleContent(rule)).ok).transform(
  ruleContent,
);

const Rule = z.strictObject({ id, place, rule: Content, isRemoved: z.boolean() });

const Place = z.strictObject({ id, place });

/** Changes of places have their own order: a place may be in the record before its rule. */
function placeBefore(journal: Journal, id: string): string | null {
  const change = standingChange(journal, ruleKinds.place, id);
  return Place.safeParse(change?.item).data?.place ?? null;
}

const rules = sharedKind<z.infer<typeof Rule>>({
  topic: 'rules',
  ...{ kind: ruleKinds.rule, merge: 'last', schema: Rule, keyOf: ({ id }) => id },
  label: 'changed a tag rule',
  aboutOf: ({ id, rule: { words, tag, counterparty }, isRemoved }) =>
    `Rule ${id} for ${inQuotes(words)}: ${isRemoved ? 'removed' : 'saved'}, tag ${inQuotes(tag)}, counterparty ${inQuotes(counterparty)}.`,
  apply: (journal, rule, stamp) => {
    writeRule(journal, { ...rule, place: placeBefore(journal, rule.id) ?? rule.place }, stamp);
  },
  allOf: (journal) =>
    standingRules(journal).map(({ actor, at, ...item }) => ({ item, stamp: { actor, at } })),
});

/** Separate from the rule's content, so that moving a rule overwrites no change of it. */
const places = sharedKind<z.infer<typeof Place>>({
  topic: 'rules',
  ...{ kind: ruleKinds.place, merge: 'last', schema: Place, apply: writePlace },
  label: 'moved a tag rule',
  aboutOf: ({ id }) => `Rule ${id}: another place in the order.`,
  keyOf: ({ id }) => id,
  allOf: (journal) =>
    standingRules(journal).map(({ id, place, actor, at }) => ({
      item: { id, place },
      stamp: { actor, at },
    })),
});

const Refusal = z.strictObject({
  words: z.string().min(1).max(limits.searchTextMax),
  refused: z.boolean(),
});

const refusals = sharedKind<z.infer<typeof Refusal>>({
  topic: 'rules',
  ...{ kind: ruleKinds.refusal, merge: 'last', schema: Refusal, keyOf: ({ words }) => words },
  label: 'answered a proposed rule',
  aboutOf: ({ words, refused }) =>
    `Proposal for ${inQuotes(words)}: ${refused ? 'refused' : 'allowed again'}.`,
  apply: (journal, refusal, { at }) => {
    writeRefusal(journal, refusal, at);
  },
  allOf: (journal) =>
    listRefusals(journal).map(({ words, at }) => ({
      item: { words, refused: true },
      stamp: { actor: { id: '', name: '', desk: '' }, at },
    })),
});

/** The kinds of tag and rule records that a team shares. */
export const sharedOfRules: readonly SharedKind[] = [tags, counterparties, rules, places, refusals];
