import {
  ShareholderForm,
  type Shareholder,
  type ShareholderChange,
} from '../../../../shared/bank/onboarding.ts';
import { readShare } from '../../../../shared/money/share.ts';
import type { ShareField, ShareTexts } from './journey-record.ts';
import { addTexts, unitsOf } from '../record/share-text.ts';

/** One line of the table: an owner at the bank, a new one, or both while a change is not sent. */
export type OwnerRow = {
  readonly rowId: string;
  readonly held: Shareholder | null;
  readonly texts: ShareTexts;
  readonly isChanged: boolean;
  /** The problems of the owner: field -> problem. */
  readonly problems: Readonly<Partial<Record<ShareField, string>>>;
};

type Changes = Readonly<Record<string, Partial<ShareTexts>>>;
type Added = { readonly rowId: string; readonly texts: ShareTexts };

const blank: ShareTexts = {
  shareholderType: 'individual',
  name: '',
  dateOfBirth: '',
  nationality: '',
  countryOfResidence: '',
  emailAddress: '',
  addressLine1: '',
  city: '',
  identificationNumber: '',
  ownershipPercentage: '',
};

/** The owners of a sub-client: those at the bank, with typed changes, and the new ones. */
export class Owners {
  /** The changes that are not at the bank, to be stored. */
  changes = $state.raw<Changes>({});
  added = $state.raw<readonly Added[]>([]);
  readonly #held: () => readonly Shareholder[];
  readonly #onchange: () => void;

  readonly rows: readonly OwnerRow[] = $derived.by(() => [
    ...this.#held().map((held) => rowOf(held.id, held, this.changes[held.id] ?? {})),
    ...this.added.map(({ rowId, texts }) => rowOf(rowId, null, texts)),
  ]);
  readonly shares = $derived.by(() =>
    addTexts(this.rows.map(({ texts }) => texts.ownershipPercentage)),
  );
  /** The owners that differ from the bank's; falling shares come first, so that the sum never passes 100 %. */
  readonly unsaved: readonly OwnerRow[] = $derived.by(() =>
    this.rows
      .filter(({ isChanged }) => isChanged)
      .sort((a, b) => (riseOf(a) < riseOf(b) ? -1 : riseOf(a) > riseOf(b) ? 1 : 0)),
  );

  constructor(held: () => readonly Shareholder[], onchange: () => void) {
    this.#held = held;
    this.#onchange = onchange;
  }

  restore(changes: Changes, added: readonly Added[]): void {
    this.changes = changes;
    this.added = added;
  }

  /** Adds a new line; returns its id. */
  add(): string {
    const rowId = `new-${crypto.randomUUID()}`;
    this.added = [...this.added, { rowId, texts: blank }];
    this.#onchange();
    return rowId;
  }

  type(rowId: string, field: ShareField, text: string): void {
    const isAdded = this.added.some((row) => row.rowId === rowId);
    if (isAdded)
      this.added = this.added.map((row) =>
        row.rowId === rowId ? { rowId, texts: { ...row.texts, [field]: text } } : row,
      );
    else this.changes = { ...this.changes, [rowId]: { ...this.changes[rowId], [field]: text } };
    this.#onchange();
  }

  /** Drops the typed values of a line, which are at the bank now, or not wanted any more. */
  drop(rowId: string): void {
    const { [rowId]: _, ...rest } = this.changes;
    this.changes = rest;
    this.added = this.added.filter((row) => row.rowId !== rowId);
    this.#onchange();
  }
}

/** The request for a new owner; the share is text, which the main process parses. */
export function newOwner({ texts }: OwnerRow): ShareholderForm {
  const { shareholderType, ...rest } = texts;
  return {
    shareholderType: shareholderType === 'company' ? 'company' : 'individual',
    ...filled(rest),
    name: texts.name.trim(),
    ownershipPercentage: sharePlain(texts.ownershipPercentage),
  };
}

/** Only the fields that differ from the bank's; a cleared one is sent as empty, a date as null. */
export function changeOfOwner({ held, texts }: OwnerRow): ShareholderChange {
  const before = textsOf(held);
  const change = (Object.keys(texts) as ShareField[])
    .filter((field) => differs(field, texts[field], before[field]))
    .map((field) => [field, plainOf(field, texts[field])]);
  return Object.fromEntries(change) as ShareholderChange;
}

function plainOf(field: ShareField, text: string): string | null {
  if (field === 'ownershipPercentage') return sharePlain(text);
  return field === 'dateOfBirth' && text.trim() === '' ? null : text.trim();
}

const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([field, text]) => [field, text.trim()])
      .filter(([, text]) => text !== ''),
  ) as Record<string, string>;

function sharePlain(text: string): string {
  const share = readShare(text, { mayBeNone: true });
  return share.ok ? share.value : text;
}

function rowOf(rowId: string, held: Shareholder | null, typed: Partial<ShareTexts>): OwnerRow {
  const before = textsOf(held);
  const texts = { ...before, ...typed };
  const changed = (Object.keys(texts) as ShareField[]).filter((field) =>
    differs(field, texts[field], before[field]),
  );
  const isChanged = held === null || changed.length > 0;
  return {
    rowId,
    held,
    texts,
    isChanged,
    problems: isChanged ? problemsOf(texts, held !== null) : {},
  };
}

/** Shares are compared by their worth: 50 and 50.00 are the same. */
function differs(field: ShareField, text: string, before: string): boolean {
  if (field !== 'ownershipPercentage') return text.trim() !== before;
  return !readShare(text, { mayBeNone: true }).ok || unitsOf(text) !== unitsOf(before);
}

function textsOf(held: Shareholder | null): ShareTexts {
  if (!held) return blank;
  return {
    shareholderType: held.shareholderType.toLowerCase() === 'company' ? 'company' : 'individual',
    name: held.name,
    dateOfBirth: held.dateOfBirth ?? '',
    nationality: held.nationality,
    countryOfResidence: held.countryOfResidence,
    emailAddress: held.emailAddress,
    addressLine1: held.addressLine1,
    city: held.city,
    identificationNumber: held.identificationNumber,
    ownershipPercentage: held.ownershipPercentage,
  };
}

const Checked = ShareholderForm.omit({ ownershipPercentage: true });

/** The problems of an owner. One at the bank may have a share of zero; a new one may not. */
function problemsOf(texts: ShareTexts, mayBeNone: boolean): Partial<Record<ShareField, string>> {
  const { ownershipPercentage, ...rest } = texts;
  const checked = Checked.safeParse({ name: '', ...filled(rest) });
  const problems: Partial<Record<ShareField, string>> = {};
  for (const { path, message } of checked.error?.issues ?? [])
    problems[path[0] as ShareField] ??= message;
  const share = readShare(ownershipPercentage, { mayBeNone });
  if (!share.ok) problems.ownershipPercentage = share.error;
  return problems;
}

const riseOf = ({ held, texts }: OwnerRow): bigint =>
  unitsOf(texts.ownershipPercentage) - unitsOf(held?.ownershipPercentage ?? '0');
