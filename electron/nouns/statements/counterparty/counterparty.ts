import type { EntryMeanings } from '../../../../shared/bank/statements.ts';

/** The names that an entry has for its counterparty. */
export type EntryNames = {
  /** The payee of the own order that this entry settles, by {@link orderedPayeeSql}. */
  readonly orderedPayee: string | null;
  /** The bank's own field, by the bank file. */
  readonly bank: EntryMeanings['counterparty'];
  /** By a rule, or typed by a person. */
  readonly label: string | null;
  readonly narration: string;
};

export type Counterparty = {
  readonly name: string;
  readonly source: 'order' | 'bank' | 'label' | 'narration';
};

/**
 * Decides the counterparty of an entry; nothing else in the desk does. In this order:
 *
 * 1. `order`: the payee of the own order that this entry settles. A fee or a return under the same reference settles nothing.
 * 2. `bank`: the bank's own field, where it has a name.
 * 3. `label`: the name by a rule, or typed by a person.
 * 4. `bank` again, where the bank masks a part of the name: some letters are better than none.
 * 5. `narration`: its text, which may be empty.
 *
 * Skips a text that is no name: blanks, marks alone (`••••6655`, `****`, `-`), `NOTPROVIDED`.
 */
export function counterpartyOf({ orderedPayee, bank, label, narration }: EntryNames): Counterparty {
  const ordered = nameIn(orderedPayee);
  if (ordered !== null) return { name: ordered, source: 'order' };
  const byBank = nameIn(bank);
  if (byBank !== null && !isMasked(byBank)) return { name: byBank, source: 'bank' };
  const labelled = nameIn(label);
  if (labelled !== null) return { name: labelled, source: 'label' };
  if (byBank !== null) return { name: byBank, source: 'bank' };
  return { name: narration, source: 'narration' };
}

/** Returns the name of the counterparty; null if there is only the narration. */
export function namedCounterparty(names: EntryNames): string | null {
  const { name, source } = counterpartyOf(names);
  return source === 'narration' ? null : name;
}

const maskMarks = /[•●∙·*#█■]/u;
const isMasked = (text: string): boolean => maskMarks.test(text);

/** Returns the text on one line; null if it is no name. */
function nameIn(text: string | null | undefined): string | null {
  const name = (text ?? '').replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(name)) return null;
  // The digits left of a masked account number are no name.
  if (isMasked(name) && !/\p{L}/u.test(name)) return null;
  return /^(?:not ?provided|x{4,})$/iu.test(name) ? null : name;
}
