import type { Actor } from '../../../shared/actor.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type {
  CloseDifference,
  CloseProof,
  Preparation,
  PreparedView,
  SecondPersonView,
} from '../../../shared/ipc/review/closes.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { hasJoined } from '../../engines/team-record/membership-row.ts';
import { closeDraftOf, type CloseDraft, type CloseParts } from './close-draft.ts';
import {
  asLookedAt,
  reopeningOf,
  withReasons,
  type CloseRequest,
  type RunExports,
} from './closing.ts';
import { figureDifferences, pointDifferences } from './compare/differences.ts';
import { proofOf } from './late.ts';
import { kindOf, periodWords } from './periods.ts';
import { currentClose, lastAct, type Closing } from './tables.ts';
import {
  requiresTwo,
  preparationOf,
  readTeam,
  waiverOf,
  writeActs,
  writeForTwo,
  type SharedPreparation,
} from './team-acts.ts';

/**
 * Prepares a close on the figures that a person reviewed, with a reason for each open point. Closes nothing and runs no export. Throws as
 * `close` does, and `close.refused` where the team requires no second person.
 */
export async function prepareClose(
  parts: CloseParts,
  { period, digest, reasons, actor }: CloseRequest,
): Promise<void> {
  if (actor.name === '')
    throw new DeskFault('input.invalid', 'Say who prepares: a name is missing.');
  await readTeam(parts);
  if (!requiresTwo(parts.journal))
    throw new DeskFault('close.refused', 'The team asks for no second person: close it.');
  const draft = await asLookedAt(parts, period, digest);
  const { from, to, accounts, after } = draft;
  const open = withReasons(draft, reasons);
  const document = {
    ...{ prepares: 'close' as const, digest, accounts, open, exports: [] },
    isClockSetBack: false,
  };
  const at = timestampNow(parts.clock);
  const item = { act: 'prepare' as const, period, from, to, document, seen: after };
  await counted(writeForTwo(parts, item, { at, by: actor.name }));
}

/** Prepares the reopening of a period that two persons closed. Throws as `reopen` does. */
export async function prepareReopening(
  parts: CloseParts,
  reopening: { readonly period: string; readonly reason: string; readonly actor: Actor },
): Promise<void> {
  await readTeam(parts);
  const { period, from, to, at } = reopeningOf(parts, reopening);
  const document = { prepares: 'reopen' as const, reason: reopening.reason.trim() };
  const seen = lastAct(parts.journal).n;
  const item = { act: 'prepare' as const, period, from, to, document, seen };
  await counted(writeForTwo(parts, item, { at, by: reopening.actor.name }));
}

async function counted(writing: Promise<{ readonly counts: boolean }>): Promise<void> {
  if (!(await writing).counts)
    throw new DeskFault(
      'close.moved',
      'Somebody of the team closed or reopened something meanwhile.',
    );
}

type Checking = { readonly period: string; readonly actId: string; readonly actor: Actor };

/**
 * Checks what another person prepared against this desk's own figures, and closes or reopens the period. Returns the proof of a close.
 * Throws `close.refused` for the preparer, and where something differs; `close.moved` where something else is prepared by now. Then nothing
 * is closed.
 */
export async function checkPrepared(
  parts: CloseParts,
  { period, actId, actor }: Checking,
  runExports: RunExports,
): Promise<CloseProof | null> {
  if (actor.name === '') throw new DeskFault('input.invalid', 'Say who checks: a name is missing.');
  await readTeam(parts);
  const { change, item } = waitingOf(parts, period, actId);
  if (isOwn(parts, change))
    throw new DeskFault(
      'close.refused',
      'You prepared it: a second person checks it. Nothing was changed.',
    );
  const prepared: Preparation = { actId, by: change.by, at: change.at };
  return item.document.prepares === 'reopen'
    ? reopenChecked(parts, { period, reason: item.document.reason, actor }, prepared)
    : closeChecked(parts, item, { actor, prepared }, runExports);
}

async function reopenChecked(
  parts: CloseParts,
  reopening: { readonly period: string; readonly reason: string; readonly actor: Actor },
  prepared: Preparation,
): Promise<null> {
  const act = reopeningOf(parts, reopening);
  const { reason } = reopening;
  const after = lastAct(parts.journal).n;
  await writeActs(parts, [{ ...act, document: { reason, prepared } }], { after });
  return null;
}

async function closeChecked(
  parts: CloseParts,
  { period, document }: SharedPreparation,
  { actor, prepared }: { readonly actor: Actor; readonly prepared: Preparation },
  runExports: RunExports,
): Promise<CloseProof> {
  if (document.prepares === 'reopen') throw new DeskFault('close.moved');
  const draft = await agreedDraft(parts, period, document);
  const exports = kindOf(period) === 'day' ? await runExports(draft) : [];
  // An entry that arrived while the files were written is in none of them: the draft is read again.
  const last = exports.length === 0 ? draft : await agreedDraft(parts, period, document);
  const at = timestampNow(parts.clock);
  const { from, to, accounts, sets, digest, after } = last;
  const stored = new Set(sets.map(({ accountNumber }) => accountNumber));
  const closing: Closing = {
    ...{ digest, accounts, open: document.open, exports, prepared },
    isClockSetBack: at < (lastAct(parts.journal).at ?? at),
    figuresOnly: accounts
      .map(({ accountNumber }) => accountNumber)
      .filter((accountNumber) => !stored.has(accountNumber)),
  };
  const act = { act: 'close', period, from, to, at, actor, document: closing } as const;
  const [appended] = await writeActs(parts, [act], { after, entries: sets });
  return proofOf({ n: after + 1, actId: '', ...appended, ...act });
}

/** Returns this desk's draft, if its figures equal the prepared ones. */
async function agreedDraft(
  parts: CloseParts,
  period: string,
  prepared: Closing,
): Promise<CloseDraft> {
  const draft = await closeDraftOf(parts, period, { withEntries: true });
  if (draft.obstacle !== null) throw new DeskFault('close.refused', draft.obstacle);
  const [first] = differencesOf(prepared, draft);
  if (first === undefined) return draft;
  const { accountNumber, what, prepared: there, here } = first;
  const account = accountNumber === '' ? '' : `${accountNumber}, `;
  throw new DeskFault(
    'close.refused',
    `This desk has other figures: ${account}${what} is ${here} here, and ${there} as prepared. Nothing was closed. Sync both desks, and prepare it again.`,
  );
}

const differencesOf = (prepared: Closing, draft: CloseDraft): CloseDifference[] => [
  ...figureDifferences(prepared.accounts, draft.accounts),
  ...pointDifferences(prepared.open, draft.points),
];

function waitingOf({ journal }: CloseParts, period: string, actId: string) {
  const waiting = preparationOf(journal, period);
  if (waiting?.item.actId === actId) return waiting;
  throw new DeskFault(
    'close.moved',
    `Something else is prepared for ${periodWords(period)} by now.`,
  );
}

const isOwn = (
  { team }: Pick<CloseParts, 'team'>,
  change: { readonly author: string; readonly n: number },
): boolean => team?.isOwn(change) ?? true;

/** Returns what a second person has to check for a period, compared with this desk; null where nothing waits. */
export function preparedView(parts: CloseParts, draft: CloseDraft): PreparedView | null {
  const { journal } = parts;
  const waiting = hasJoined(journal) ? preparationOf(journal, draft.period) : null;
  if (waiting === null) return null;
  const { change, item } = waiting;
  const { document } = item;
  const isClosed = currentClose(journal, draft.period) !== null;
  if (isClosed !== (document.prepares === 'reopen')) return null;
  const by = { actId: item.actId, by: change.by, at: change.at, isOwn: isOwn(parts, change) };
  return document.prepares === 'reopen'
    ? { ...by, act: 'reopen', reason: document.reason, open: [], differences: [] }
    : {
        ...{ ...by, act: 'close', reason: '', open: document.open },
        differences: differencesOf(document, draft),
      };
}

/** Whether the team requires a second person, and who asked to waive it. */
export const secondPersonView = ({ journal, team }: CloseParts): SecondPersonView => ({
  isRequired: requiresTwo(journal),
  canRequire: hasJoined(journal) && team !== null && team !== undefined,
  waivedBy: requiresTwo(journal) ? (waiverOf(journal)?.by ?? null) : null,
});

/**
 * Makes closes of the team require a second person, or only one. The latter counts once a second person requests it too. Throws
 * `close.refused` on a desk without a team, and `team.*` where the record cannot be reached.
 */
export async function requireSecondPerson(
  parts: CloseParts,
  { isRequired, actor }: { readonly isRequired: boolean; readonly actor: Actor },
): Promise<SecondPersonView> {
  await readTeam(parts);
  const { journal } = parts;
  const isWithdrawn = isRequired && requiresTwo(journal) && waiverOf(journal) !== null;
  if (isRequired !== requiresTwo(journal) || isWithdrawn || !hasJoined(journal)) {
    const at = timestampNow(parts.clock);
    const persons = isRequired ? 2 : 1;
    await writeForTwo(parts, { act: 'require', persons }, { at, by: actor.name });
  }
  return secondPersonView(parts);
}
