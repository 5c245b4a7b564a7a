import type { Money } from '../../../shared/money/money.ts';
import type { JsonObject } from '../acts/act.ts';
import type { ReadAct } from '../acts/read-act.ts';

/** act: the signed act names the amount · journal: only the journal of this desk does. */
export type AmountSource = 'act' | 'journal';

/** One thing that an act did. */
export type LoggedItem = {
  /** One plain sentence. */
  readonly about: string;
  readonly money: (Money & { readonly source: AmountSource }) | null;
};

/** This desk's knowledge that an act itself does not have. */
export type LogKnowledge = {
  /** The name of the person who writes under a key. */
  readonly personOf: (key: string) => string;
  /** The text of a claimed reference by its keyed digest; empty where it is not known. */
  readonly referenceOf: (name: string) => string;
  /** The keyed digest of a reference; empty without the team's keys. */
  readonly nameOf: (reference: string) => string;
  /** The payment that this desk sent under a reference; null without one. */
  readonly sentUnder: (
    reference: string,
  ) => { readonly title: string; readonly money: Money | null } | null;
};

/** Translates acts of one kind into plain words. */
export type LoggedKind = {
  readonly kind: string;
  /** What its author did: `claimed payments`. */
  readonly label: string;
  /** Must accept any content: a member may have signed anything. Empty where the content is none of this kind. */
  readonly itemsOf: (act: ReadAct, knowledge: LogKnowledge) => readonly LoggedItem[];
};

export const aboutOnly = (about: string): LoggedItem => ({ about, money: null });

type Schema<T> = {
  readonly safeParse: (value: unknown) => { readonly data?: T | undefined };
};

/** Defines a kind whose content, or another part of its acts, matches one schema. An item is a sentence, with or without an amount. */
export const loggedKind = <T>(
  kind: string,
  label: string,
  schema: Schema<T>,
  items: (value: T, knowledge: LogKnowledge, act: ReadAct) => readonly (string | LoggedItem)[],
  part: (act: ReadAct) => JsonObject | null | undefined = ({ content }) => content,
): LoggedKind => ({
  ...{ kind, label },
  itemsOf: (act, knowledge) => {
    const { data } = schema.safeParse(part(act));
    return data === undefined
      ? []
      : items(data, knowledge, act).map((one) => (typeof one === 'string' ? aboutOnly(one) : one));
  },
});

/** What the author of an act of this kind did. A kind that this Nostro does not know is called by its own name. */
export const labelOf = (kinds: ReadonlyMap<string, LoggedKind>, kind: string): string => {
  if (kind === '') return 'wrote something that is no act';
  return kinds.get(kind)?.label ?? `wrote an act of the kind “${kind}”`;
};
