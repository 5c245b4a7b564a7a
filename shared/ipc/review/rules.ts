import { z } from 'zod';

import { limits } from '../../limits.ts';
import { DecimalText } from '../../money/decimal-schemas.ts';
import type { Money } from '../../money/money.ts';
import type { Timestamp, IsoDate } from '../../calendar/calendar.ts';
import { seenEntries } from '../accounts/statements.ts';
import {
  accountNumber,
  answers,
  currency,
  id,
  nothing,
  undoneAct,
  type DoneAct,
} from '../route.ts';

/** One word, as typed after `tag:`; it is stored in small letters. */
export const tagText = z
  .string()
  .max(40)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*$/u,
    'is one word of letters, digits, - and _, at most 40 of them',
  );

/** The conditions of a rule, and the labels that it gives. An empty or null field is no condition and no label. */
export const RuleContent = z.strictObject({
  /** All of them must occur in narration or reference; accents and case are ignored. */
  words: z.string().max(limits.searchTextMax),
  direction: z.enum(['debit', 'credit']).nullable(),
  accountNumber: accountNumber.nullable(),
  /** Both ends included; the bank's sign is ignored. */
  amount: z.strictObject({ from: DecimalText, to: DecimalText, currency }).nullable(),
  tag: z.union([tagText, z.literal('')]),
  counterparty: z.string().max(140),
});
export type RuleContent = z.infer<typeof RuleContent>;

export type Rule = RuleContent & {
  readonly id: string;
  readonly writtenAt: Timestamp;
  readonly writtenBy: string;
};

/** The progress of applying the rules to the entries that a change concerns; null when done. */
export type Applying = { readonly done: number; readonly total: number } | null;

/** The sums of the entries in one currency. */
export type RuleSum = {
  readonly currency: string;
  readonly entries: number;
  readonly debits: Money;
  readonly credits: Money;
};

export type RuleExample = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Money;
  readonly direction: 'debit' | 'credit';
  readonly narration: string;
  readonly customReference: string;
};

/** The entries that a rule matches, regardless of other rules; withdrawn ones are left out. */
export type RuleCount = {
  readonly entries: number;
  /** By currency code. */
  readonly sums: readonly RuleSum[];
  /** The newest. */
  readonly examples: readonly RuleExample[];
};

/** A rule that the local copy suggests: nothing comes of it until a person saves it. */
export type RuleProposal = {
  readonly rule: RuleContent;
  /** Entries that have these words. */
  readonly entries: number;
  readonly because: 'beneficiary' | 'repeated';
};

/** A tag or a counterparty of one entry, and where it is from. */
export type EntryLabel = {
  readonly kind: 'tag' | 'counterparty';
  readonly name: string;
  /** The rule that gives it; null where a person did. */
  readonly ruleId: string | null;
};

const one = z.strictObject({ id });
const entry = { accountNumber, entryId: id };

export const ruleRoutes = {
  /** In the order in which they decide. */
  'rules.list': answers<{ readonly rules: readonly Rule[]; readonly applying: Applying }>().to(
    nothing,
  ),
  /** What a rule would match, before it is saved or removed. */
  'rules.count': answers<RuleCount>().to(z.strictObject({ rule: RuleContent })),
  /** Saves a rule; without an id a new one, after the others. With `was`, only if the rule still equals it. */
  'rules.save': answers<Rule>().to(
    z.strictObject({ id: id.optional(), rule: RuleContent, was: RuleContent.optional() }),
  ),
  'rules.remove': answers<Rule>().to(one.extend({ was: RuleContent.optional() })),
  /** Undoes a removal: the rule is back in its place. */
  'rules.restore': answers<Rule>().to(one),
  /** One place up or down. */
  'rules.move': answers<Rule>().to(one.extend({ by: z.union([z.literal(-1), z.literal(1)]) })),
  'rules.proposals': answers<{ readonly proposals: readonly RuleProposal[] }>().to(nothing),
  /** A refused one is not proposed again; `refused: false` takes that back. */
  'rules.refuse': answers<{ readonly refused: boolean }>().to(
    z.strictObject({ words: z.string().min(1).max(limits.searchTextMax), refused: z.boolean() }),
  ),
  'rules.labels': answers<{ readonly labels: readonly EntryLabel[] }>().to(z.strictObject(entry)),
  /**
   * Sets one tag of one entry by hand, which overrides the rules; `null` removes the override. With `was`, only if that is the value set
   * last. Answers the value before.
   */
  'rules.tagEntry': answers<{ readonly before: boolean | null }>().to(
    z.strictObject({
      ...{ ...entry, tag: tagText, is: z.boolean().nullable() },
      was: z.boolean().nullable().optional(),
    }),
  ),
  /** Tags several entries as they were seen, in one act. */
  'rules.tagMany': answers<DoneAct>().to(z.strictObject({ entries: seenEntries, tag: tagText })),
  'rules.untagMany': undoneAct,
  /** Sets the counterparty of one entry by hand, '' for none. It overrides the rules; `null` removes the override. With `was` as above. Answers the value before. */
  'rules.nameCounterparty': answers<{ readonly before: string | null }>().to(
    z.strictObject({
      ...{ ...entry, name: z.string().max(140).nullable() },
      was: z.string().max(140).nullable().optional(),
    }),
  ),
};
