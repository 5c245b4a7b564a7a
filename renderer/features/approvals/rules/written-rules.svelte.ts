import { z } from 'zod';

import { RulesDraft } from '../../../../shared/team/approval-rules.ts';
import { RuleEntry } from './rule-entry.ts';

const LimitsEntry = z.object({
  limits: RulesDraft.shape.limits,
  ...{ person: z.string(), amount: z.string(), currency: z.string() },
});
/** The limits as they are listed, and the fields of the next one. */
export type LimitsEntry = z.infer<typeof LimitsEntry>;

const RulesForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rule'), place: z.int().min(-1), entry: RuleEntry }),
  z.object({ kind: z.literal('limits'), entry: LimitsEntry }),
]);
/** The form in the pane. `place`: the index of the edited rule, -1 for a new one. */
export type RulesForm = z.infer<typeof RulesForm>;

const Written = z.object({
  /** The version of the rules in force when the draft was begun; 0 if there were none. */
  version: z.int().min(0),
  ...{ base: RulesDraft, rules: RulesDraft },
  form: RulesForm.nullable(),
});

/** A text that is equal for drafts with equal rules; an absent setting counts as null. */
const textOf = ({ admins, zone, rules, limits, rates, ...settings }: RulesDraft): string => {
  const { sendingDesks = null, payeeRelease = null } = settings;
  return JSON.stringify([admins, zone, rules, limits, rates, sendingDesks, payeeRelease]);
};

export const areSameRules = (one: RulesDraft, other: RulesDraft): boolean =>
  textOf(one) === textOf(other);

/** A draft of approval rules, begun from those in force, with the open form. */
export class WrittenRules {
  readonly version: number;
  readonly #base: RulesDraft;
  rules = $state.raw<RulesDraft>({ admins: 1, zone: 'UTC', rules: [], limits: [], rates: [] });
  #form = $state<RulesForm | null>(null);
  /** The form as it was opened. */
  #opened = JSON.stringify(null);

  constructor(base: RulesDraft, version: number) {
    this.version = version;
    this.#base = base;
    this.rules = base;
  }

  get form(): RulesForm | null {
    return this.#form;
  }

  set form(form: RulesForm | null) {
    this.#form = form;
    this.#opened = JSON.stringify(form);
  }

  /** True once a person has changed something. */
  get isDraft(): boolean {
    return !areSameRules(this.rules, this.#base) || JSON.stringify(this.#form) !== this.#opened;
  }

  /** The draft as it is stored. */
  get written(): z.input<typeof Written> {
    return { version: this.version, base: this.#base, rules: this.rules, form: this.#form };
  }

  /** Restores a stored draft; null if it can no longer be read. */
  static again(written: unknown): WrittenRules | null {
    const { data } = Written.safeParse(written);
    if (!data) return null;
    const made = new WrittenRules(data.base, data.version);
    made.rules = data.rules;
    made.#form = data.form;
    return made;
  }
}
