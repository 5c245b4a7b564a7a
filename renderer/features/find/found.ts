import type { Chip } from '../../../shared/ipc/accounts/chips.ts';
import { dayText } from '../../ui/text/dates.ts';
import type {
  FoundEntry,
  FoundInside,
  Hit,
  HitGroup,
  HitNoun,
  PayDraft,
} from '../../../shared/ipc/accounts/find.ts';

/** A command of the box, next to the search results; the shell provides them, since it knows the views. */
export type Command = {
  readonly id: string;
  readonly label: string;
  /** Other words for the command. */
  readonly words?: string;
  readonly run: () => void;
};

/** A selectable line. `key` identifies the same record across results. */
export type Line = { readonly key: string } & (
  | { readonly kind: 'entry'; readonly entry: FoundEntry }
  | { readonly kind: 'hit'; readonly noun: HitNoun; readonly hit: Hit }
  | { readonly kind: 'pay'; readonly draft: PayDraft }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'saved'; readonly text: string }
);

export type Group = {
  readonly key: string;
  readonly title: string;
  readonly lines: readonly Line[];
  /** The count in words; empty if it tells nothing. */
  readonly count: string;
  /** True if more can be shown. */
  readonly hasMore: boolean;
};

const titles: Readonly<Record<HitNoun, string>> = {
  accounts: 'Accounts',
  payees: 'Payees',
  payments: 'Payments',
  files: 'Payment files',
  lines: 'Lines of payment files',
  trades: 'Trades',
  remittances: 'Remittances',
  receivables: 'Receivables',
  'sub-clients': 'Sub-clients',
  owners: 'Owners',
  documents: 'Documents',
  notes: 'Notes',
};
export const titleOfNoun = (noun: HitNoun): string => titles[noun];

const numbers = ['', '', 'both', 'all three', 'all four', 'all five'];

/** `Entries, all three found`. */
export const titleOfAll = ({ length }: readonly Chip[]): string =>
  length < 2 ? 'Entries' : `Entries, ${numbers[length] ?? 'all of it'} found`;

/** `Entries, tern or 6,030.81, in Nov 2026`. */
export function titleOfPart(chips: readonly Chip[]): string {
  const requested = chips.filter(({ label }) => isContent(label)).map(({ words }) => words);
  return `Entries with ${requested.join(' or ')}`;
}

/** `Entries with 5646 inside a word`; with the first day searched if older ones were not. */
export const titleOfInside = ({ part, since }: FoundInside): string =>
  since === null
    ? `Entries with ${part} inside a word`
    : `Entries with ${part} inside a word, since ${dayText(since)}: older ones were not searched`;

const isContent = (label: string): boolean =>
  ['word', 'amount', 'amount or text', 'payee', 'reference', 'text'].includes(label);

/** Without case and accents, letter for letter: a letter that would become two stays as it is. */
const folded = (text: string): string =>
  Array.from(text.toLowerCase(), (letter) => {
    const plain = letter.normalize('NFKD').replace(/\p{Mark}+/gu, '');
    return plain.length === letter.length ? plain : letter;
  }).join('');

/** The text in pieces, with the search words marked: at the beginning of a word, or anywhere. */
export function markedPieces(
  text: string,
  words: readonly string[],
  { isAnywhere = false } = {},
): { readonly text: string; readonly isHit: boolean }[] {
  const plain = folded(text);
  const hits = words
    .flatMap((word) => folded(word).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '');
  if (plain.length !== text.length || hits.length === 0) return [{ text, isHit: false }];
  const isHit = new Array<boolean>(text.length).fill(false);
  for (const word of hits)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      if (isAnywhere || at === 0 || !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? ''))
        isHit.fill(true, at, at + word.length);
  const pieces: { text: string; isHit: boolean }[] = [];
  for (const [at, unit] of text.split('').entries()) {
    const last = pieces.at(-1);
    if (last && last.isHit === isHit[at]) last.text += unit;
    else pieces.push({ text: unit, isHit: isHit[at] ?? false });
  }
  return pieces;
}

/** The search words to mark in the results. */
export const wordsLookedFor = (chips: readonly Chip[]): string[] =>
  chips.filter(({ label }) => isContent(label) && label !== 'amount').map(({ words }) => words);

/** Whether the search was for this amount: compared by digits, since the currency may be next to them. */
export const isAmountLookedFor = (chips: readonly Chip[], digits: string): boolean =>
  chips.some(
    ({ label, words }) => label.startsWith('amount') && words.split(/ or | /).includes(digits),
  );

/** A counterparty with a page: a payee by its identifier, or a name. `aside` distinguishes payees of one name; else it is empty. */
export type FoundCounterparty = {
  readonly name: string;
  readonly payeeId: string | null;
  readonly aside: string;
};

/** The counterparties in the results, each once: payees first, then those named by entries. */
export function counterpartiesIn(
  groups: readonly HitGroup[],
  entries: readonly FoundEntry[],
): FoundCounterparty[] {
  const hits = groups.filter(({ noun }) => noun === 'payees').flatMap((group) => group.hits);
  const isShared = (name: string): boolean =>
    hits.filter(({ text }) => folded(text) === folded(name)).length > 1;
  const payees = hits.map(({ id, text, aside }) => ({
    ...{ name: text, payeeId: id },
    aside: isShared(text) ? aside : '',
  }));
  const known = new Set(payees.map(({ name }) => folded(name)));
  const named: FoundCounterparty[] = [];
  for (const { counterparty } of entries) {
    if (counterparty === null || known.has(folded(counterparty))) continue;
    known.add(folded(counterparty));
    named.push({ name: counterparty, payeeId: null, aside: '' });
  }
  return [...payees, ...named];
}

/** The commands that match every word of the text by the beginning of a word: matches of the name first, then of its other words. */
export function commandsFor(text: string, commands: readonly Command[]): Command[] {
  const typed = wordsIn(text);
  const ranked = commands.flatMap((command) => {
    const rank = rankOf(typed, command);
    return rank === null ? [] : [{ rank, command }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ command }) => command);
}

/** 0: the name is the text; 1: the name matches; 2: another word for it matches; null: no match. */
function rankOf(typed: readonly string[], { label, words = '' }: Command): number | null {
  const [names, others] = [wordsIn(label), wordsIn(words)];
  const isIn = (among: readonly string[]): boolean =>
    typed.every((word) => among.some((one) => one.startsWith(word)));
  if (typed.join(' ') === names.join(' ')) return 0;
  if (isIn(names)) return 1;
  return isIn([...names, ...others]) ? 2 : null;
}

const wordsIn = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The formats for exporting results: all other formats are of whole statements, whose balances follow from their entries. */
export const foundFormats = [
  { format: 'xlsx', words: 'Excel, with typed cells' },
  { format: 'csv', words: 'CSV, for a spreadsheet' },
  { format: 'json', words: 'JSON, for a program' },
] as const;
