import { isSamePerson, type Actor } from '../../../shared/actor.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type {
  ClosedDay,
  CloseProof,
  OpenPoint,
  WrittenExport,
} from '../../../shared/ipc/review/closes.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { acknowledgedDays, foundLate, proofOf } from './late.ts';
import { kindOf, periodWords } from './periods.ts';
import { closeDraftOf, todayOf, type CloseParts, type CloseDraft } from './close-draft.ts';
import {
  lastAct,
  currentClose,
  type Acknowledgement,
  type Closing,
  type NewAct,
} from './tables.ts';
import type { Journal } from '../../engines/store/database.ts';
import { hasJoined } from '../../engines/team-record/membership-row.ts';
import { requiresTwo, readTeam, writeActs } from './team-acts.ts';

/** Writes the exports of a close; throws where one cannot be written. */
export type RunExports = (current: CloseDraft) => Promise<readonly WrittenExport[]>;

export type CloseRequest = {
  readonly period: string;
  /** The digest of the figures and points that the person reviewed. */
  readonly digest: string;
  /** The reason for each open point, by its id. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly actor: Actor;
};

/**
 * Closes a period on the figures that a person reviewed, with a reason for each open point, after its exports were written. In a team the
 * close counts once the record has it. The period stays open on `close.moved` (figures or points changed since the review),
 * `close.refused`, `input.invalid`, `close.damaged` and `team.*`.
 */
export async function close(
  parts: CloseParts,
  { period, digest, reasons, actor }: CloseRequest,
  runExports: RunExports,
): Promise<CloseProof> {
  if (actor.name === '') throw new DeskFault('input.invalid', 'Say who closes: a name is missing.');
  await readTeam(parts);
  if (requiresTwo(parts.journal))
    throw new DeskFault(
      'close.refused',
      'The team asks for a second person: prepare the close, and a colleague checks it. Nothing was closed.',
    );
  const current = await asLookedAt(parts, period, digest);
  const open = withReasons(current, reasons);
  const exports = kindOf(period) === 'day' ? await runExports(current) : [];
  // An entry that arrived while the files were written is in none of them: the draft is read again.
  const { accounts, sets, after } =
    exports.length === 0 ? current : await asLookedAt(parts, period, digest);
  const at = timestampNow(parts.clock);
  const { from, to } = current;
  const isClockSetBack = at < (lastAct(parts.journal).at ?? at);
  const stored = new Set(sets.map(({ accountNumber }) => accountNumber));
  const figuresOnly = accounts
    .map(({ accountNumber }) => accountNumber)
    .filter((accountNumber) => !stored.has(accountNumber));
  const document: Closing = { digest, accounts, open, exports, isClockSetBack, figuresOnly };
  const act = { act: 'close', period, from, to, at, actor, document } as const;
  const [appended] = await writeActs(parts, [act], { after, entries: sets });
  return proofOf({ n: after + 1, actId: '', ...appended, ...act });
}

export async function asLookedAt(
  parts: CloseParts,
  period: string,
  digest: string,
): Promise<CloseDraft> {
  if (currentClose(parts.journal, period) !== null)
    throw new DeskFault('close.refused', `${periodWords(period)} is closed already.`);
  const current = await closeDraftOf(parts, period, { withEntries: true });
  if (current.obstacle !== null) throw new DeskFault('close.refused', current.obstacle);
  if (current.digest !== digest)
    throw new DeskFault('close.moved', `The figures of ${periodWords(period)} moved meanwhile.`);
  return current;
}

export function withReasons({ points }: CloseDraft, reasons: CloseRequest['reasons']): OpenPoint[] {
  const wanting = points.filter(({ pointId }) => (reasons[pointId] ?? '').trim() === '');
  if (wanting.length > 0)
    throw new DeskFault(
      'input.invalid',
      `Each open point needs a reason: ${wanting.map(({ count, what }) => `${String(count)} ${what}`).join('; ')}.`,
    );
  return points.map(({ pointId, count, what, detail, isGrave }) => ({
    ...{ pointId, count, what, detail, isGrave },
    reason: (reasons[pointId] ?? '').trim(),
  }));
}

type By = { readonly actor: Actor };

type Reopening = By & { readonly period: string; readonly reason: string };
type ReopenParts = Pick<CloseParts, 'journal' | 'clock' | 'team'>;

/** Whether two persons closed a period that is closed now. On a desk with a team, two then reopen it. */
export const wasClosedByTwo = (journal: Journal, period: string): boolean =>
  hasJoined(journal) && currentClose(journal, period)?.close.document.prepared !== undefined;

/** Reopens a period that one person closed; the proof of the close stays in the journal. Throws `close.refused` where two did. */
export async function reopen(parts: ReopenParts, reopening: Reopening): Promise<void> {
  await readTeam(parts);
  if (wasClosedByTwo(parts.journal, reopening.period))
    throw new DeskFault(
      'close.refused',
      'Two persons closed it, and two reopen it. Nothing was reopened.',
    );
  const after = lastAct(parts.journal).n;
  await writeActs(parts, [reopeningOf(parts, reopening)], { after });
}

export function reopeningOf(
  { journal, clock }: ReopenParts,
  { period, reason, actor }: Reopening,
): NewAct {
  if (actor.name === '')
    throw new DeskFault('input.invalid', 'Say who reopens it: a name is missing.');
  if (reason.trim() === '')
    throw new DeskFault('input.invalid', 'Reopening needs a reason that others can read.');
  const current = currentClose(journal, period);
  if (current === null)
    throw new DeskFault('close.refused', `${periodWords(period)} is not closed.`);
  const { from, to } = current.close;
  const at = timestampNow(clock);
  return { act: 'reopen', period, from, to, at, actor, document: { reason: reason.trim() } };
}

const atOnceMs = 15 * 60_000;

/**
 * Reopens the periods that the same person closed last, one after the other, within 15 minutes: all of them or none. The proofs stay in
 * the journal.
 */
export async function undoCloses(
  parts: ReopenParts,
  { closes, actor }: By & { readonly closes: readonly ClosedDay[] },
): Promise<void> {
  await readTeam(parts);
  const { journal, clock } = parts;
  const first = lastAct(journal).n - closes.length + 1;
  const now = Date.parse(timestampNow(clock));
  for (const [at, { period, closedAt }] of closes.entries()) {
    const close = currentClose(journal, period)?.close;
    const isLast = close?.n === first + at && close.at === closedAt;
    const isSoon = now - Date.parse(closedAt) <= atOnceMs;
    if (wasClosedByTwo(journal, period))
      throw new DeskFault(
        'undo.overtaken',
        `Two persons closed ${periodWords(period)}, and two reopen it. Reopen it with a reason.`,
      );
    if (!isLast || !isSamePerson(close.actor, actor) || !isSoon)
      throw new DeskFault(
        'undo.overtaken',
        `${periodWords(period)} was not closed just now by you, or something was done since. Reopen it with a reason.`,
      );
  }
  const acts = closes
    .toReversed()
    .map(({ period }) => reopeningOf(parts, { period, reason: 'Undone at once.', actor }));
  await writeActs(parts, acts, { after: lastAct(journal).n });
}

/** Acknowledges the late entries of a closed period as part of today; returns how many there were. */
export async function acknowledgeLate(
  parts: CloseParts,
  { period, actor }: By & { readonly period: string },
): Promise<number> {
  if (actor.name === '')
    throw new DeskFault('input.invalid', 'Say who takes them: a name is missing.');
  if (parts.team) await readTeam(parts);
  const after = lastAct(parts.journal).n;
  const current = currentClose(parts.journal, period);
  if (current === null)
    throw new DeskFault('close.refused', `${periodWords(period)} is not closed.`);
  const { late } = await foundLate(parts, current.close);
  const before = acknowledgedDays(current.acknowledgements);
  const keys = late.map(({ key }) => key).filter((key) => !before.has(key));
  if (keys.length === 0) return 0;
  const { from, to } = current.close;
  const document: Acknowledgement = { into: todayOf(parts), keys };
  const at = timestampNow(parts.clock);
  await writeActs(parts, [{ act: 'acknowledge', period, from, to, at, actor, document }], {
    after,
  });
  return keys.length;
}
