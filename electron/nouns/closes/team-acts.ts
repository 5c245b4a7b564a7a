import type { Stamp } from '../../../shared/actor.ts';
import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import { DeskFault, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import { newIdAt } from '../../engines/machine/new-id.ts';
import { lastCountingChange, standingChange } from '../../engines/sharing/change-table.ts';
import { keyOfParts } from '../../engines/sharing/shared-kind.ts';
import type { Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { hasJoined } from '../../engines/team-record/membership-row.ts';
import {
  actById,
  append,
  assertNext,
  insertAct,
  lastAct,
  standingCloses,
  type Acknowledgement,
  type Act,
  type ActKind,
  type Closing,
  type EntriesToKeep,
  type NewAct,
  type Reopened,
} from './tables.ts';

/** What closes ask of the team's record: no desk of a team closes without it. */
export type TeamCloses = {
  /** Reads and applies what the record has. Fails with codes `team.*` where it cannot be reached. */
  refresh(): Promise<Outcome<null>>;
  /** Writes one act of the record with these items, and returns when it was read back and applied. */
  write(
    items: readonly JsonObject[],
    by: { readonly at: Timestamp; readonly by: string },
  ): Promise<Outcome<null>>;
};

/** `team` is absent on a desk without one. */
export type ActParts = { readonly journal: Journal; readonly team?: TeamCloses | null | undefined };

/** The kind of closes, reopenings and acknowledgements among the shared records. */
export const closeKind = 'close';

/** An act on a period as a team shares it. */
export type SharedAct = {
  readonly act: ActKind;
  readonly actId: string;
  readonly period: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The number of the last act of closes in the record that counted for its author. Null for a close from before the team. */
  readonly after: number | null;
  readonly document: Closing | Reopened | Acknowledgement;
};

type Sent = Map<string, { readonly act: NewAct; readonly entries: readonly EntriesToKeep[] }>;

/** The acts that this desk has sent and not read back, with what only this desk has of them. */
const sent = new WeakMap<Journal, Sent>();

const teamOf = ({ journal, team }: ActParts): TeamCloses | null =>
  team && hasJoined(journal) ? team : null;

/** Brings what colleagues closed here, before something is decided. Throws `team.*` where the record cannot be reached. */
export async function readTeam(parts: ActParts): Promise<void> {
  const read = await teamOf(parts)?.refresh();
  if (read?.ok === false) throw notWritten(read.error);
}

/**
 * Writes acts together: all or none. `after` is the number of the last act that the caller has seen. In a team they count only when the
 * record has them and no colleague's came between. Throws `close.moved`, `close.damaged` and `team.*`, and nothing is written then.
 */
export async function writeActs(
  parts: ActParts,
  acts: readonly NewAct[],
  { after, entries = [] }: { after: number; entries?: readonly EntriesToKeep[] },
): Promise<readonly Pick<Act, 'n' | 'actId'>[]> {
  const { journal } = parts;
  const team = teamOf(parts);
  if (team === null)
    return writeJournal(journal, ['close_act', 'close_entries'], () =>
      acts.map((act, place) => append(journal, act, { after: after + place, entries })),
    );
  assertNext(journal, after);
  const before = lastCountingChange(journal, closeKind);
  const shared = acts.map((act) => ({
    act,
    item: fitting(itemOf(act, newIdAt(act.at), before)),
  }));
  const waiting: Sent = sent.get(journal) ?? new Map();
  sent.set(journal, waiting);
  for (const { act, item } of shared) waiting.set(item.actId, { act, entries });
  const [first] = acts;
  const written = await team
    .write(
      shared.map(({ item }) => item),
      { at: first?.at ?? '', by: first?.actor.name ?? '' },
    )
    .finally(() => {
      for (const { item } of shared) waiting.delete(item.actId);
    });
  if (!written.ok) throw notWritten(written.error);
  return shared.map(({ item }) => {
    const stored = actById(journal, item.actId);
    if (stored === null) throw moved();
    return stored;
  });
}

const moved = (): DeskFault =>
  new DeskFault('close.moved', 'Somebody of the team closed or reopened something meanwhile.');

/** An act whose answer was lost may be in the record: it counts when it is read back. */
const notWritten = ({ code, message }: AppError): DeskFault =>
  code === 'team.answer-lost'
    ? new DeskFault(
        code,
        'The answer of the team’s record was lost. Whether this was written shows when the record can be reached: look before you repeat it.',
      )
    : new DeskFault(
        code,
        code === 'team.unreachable'
          ? 'The team’s record cannot be reached. Nothing was closed or reopened: a team closes only together.'
          : message,
      );

/** An act of the record takes a megabyte. */
const actBytesMax = 900_000;

function fitting<Item extends JsonObject>(item: Item): Item {
  if (Buffer.byteLength(JSON.stringify(item)) > actBytesMax)
    throw new DeskFault('close.refused', 'It is too large for the team’s record.');
  return item;
}

/** Places of the window are of this desk: a colleague has no use for them. */
const documentOf = (document: unknown): JsonObject =>
  JSON.parse(
    JSON.stringify(document, (name, value: unknown) => (name === 'place' ? null : value)),
  ) as JsonObject;

const itemOf = (
  { act, period, from, to, document }: Omit<NewAct, 'actor' | 'at'>,
  actId: string,
  after: number | null,
) => ({ act, actId, period, from, to, after, document: documentOf(document) });

/** An acknowledgement changes nothing of whether its period is closed. */
export const keyOfAct = ({ act, period }: SharedAct): string =>
  act === 'acknowledge' ? keyOfParts(period, 'late') : period;

/**
 * Does an act of the record count? Every desk decides alike, by what counted before it: its author had seen the last one, and a period is
 * closed once and reopened once. A close from before the team counts where the team has none of its period.
 */
export function countsAsAct(
  journal: Journal,
  { act, actId, period, after }: SharedAct,
  n: number,
): boolean {
  const standing = standingChange(journal, closeKind, period);
  const known = actById(journal, actId);
  if (after === null)
    return act === 'close' && standing === null && (known === null || known.period === period);
  // Only items of this kind are stored under it.
  const isClosed = standing !== null && (standing.item as SharedAct).act === 'close';
  return (
    known === null &&
    after === lastCountingChange(journal, closeKind, n) &&
    (act === 'close' ? !isClosed : isClosed)
  );
}

/** Writes an act that counts to this desk's closes. The entries of a colleague's close are not stored here. */
export function applyAct(journal: Journal, item: SharedAct, { actor, at }: Stamp): void {
  const { act, actId, period, from, to, document } = item;
  if (actById(journal, actId) !== null) return;
  const own = sent.get(journal)?.get(actId);
  const figures =
    'accounts' in document
      ? {
          ...document,
          figuresOnly: document.accounts.map(({ accountNumber }) => accountNumber),
        }
      : document;
  const foreign: NewAct = { act, period, from, to, at, actor, document: figures };
  insertAct(journal, own?.act ?? foreign, { ...lastAct(journal), actId }, own?.entries ?? []);
}

/** The closes that stand on this desk, for a team that it joins. */
export const closesToShare = (
  journal: Journal,
): { readonly item: JsonObject; readonly stamp: Stamp }[] =>
  standingCloses(journal).map(({ actId, actor, at, ...close }) => ({
    item: itemOf(close, actId, null),
    stamp: { actor, at },
  }));
