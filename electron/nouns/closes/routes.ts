import { basename } from 'node:path';

import type { Period } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type {
  CloseLine,
  CloseList,
  CloseView,
  EarlierAct,
} from '../../../shared/ipc/review/closes.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { listAccounts } from '../accounts/tables.ts';
import { exceptionsOf } from '../exceptions/routes.ts';
import type { ExceptionQuestions } from '../exceptions/sources/reads.ts';
import { writeWholeFile, type SaveAs } from '../../engines/exports/whole-file.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { HandOverQuestions } from '../statements/hand-over/reads.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import type { StatementCopy } from '../statements/view-questions.ts';
import type { StatementWrites } from '../statements/writes.ts';
import { actorOf, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { booksNow } from './books.ts';
import { linesOver, runningOf } from './covered.ts';
import { closeDays, openDays, reviewDays } from './close-days.ts';
import { acknowledgeLate, close, reopen, undoCloses, wasClosedByTwo } from './closing.ts';
import { exportViews, runExports } from './exports.ts';
import { closedView, lateCounts, type LateParts } from './late.ts';
import { proofCsv } from './proof-file.ts';
import { kindOf, newestOver, periodWords } from './periods.ts';
import type { TeamReads } from '../exceptions/sources/exception.ts';
import type { CloseQuestions } from './reads.ts';
import {
  checkPrepared,
  prepareClose,
  preparedView,
  prepareReopening,
  requireSecondPerson,
  secondPersonView,
} from './second-person.ts';
import { closeDraftOf, todayOf, type CloseParts } from './close-draft.ts';
import { requiresTwo, type TeamCloses } from './team-acts.ts';
import {
  actsOf,
  closeRequirements,
  saveRequirements,
  currentClose,
  type Acknowledgement,
  type Act,
  type Reopened,
} from './tables.ts';

export type Open = OpenBank<StatementWrites> & {
  readonly copy: StatementCopy & {
    readonly questions: CloseQuestions & ExceptionQuestions & HandOverQuestions;
    readonly team?: (TeamReads & { readonly closes: TeamCloses }) | null;
  };
};

type CloseRoutes = Extract<keyof Handlers, `closes.${string}`>;

/** The handlers of all routes of closes. */
export function closeHandlers(
  desk: () => Open,
  { saveAs }: { readonly saveAs: SaveAs },
): Pick<Handlers, CloseRoutes> {
  let isClosing = false;
  /** Refuses to run while another close, reopening or acknowledgement is running. */
  const alone = <T>(work: () => T | Promise<T>): Promise<T> => {
    if (isClosing)
      throw new DeskFault('close.refused', 'Something is being closed: wait until it is done.');
    isClosing = true;
    return Promise.resolve()
      .then(work)
      .finally(() => (isClosing = false));
  };
  return {
    'closes.list': async (question) => ok(await listOf(desk(), question)),
    'closes.get': async ({ period }) => ok(await viewOf(desk(), period)),
    'closes.close': ({ period, digest, reasons, by }) =>
      alone(async () => {
        const open = desk();
        const request = { period, digest, reasons, actor: actorOf(open, by) };
        const proof = await close(partsOf(open), request, (now) =>
          runExports(handOverParts(open), now),
        );
        open.announce('store.changed', { topic: 'closes' });
        return ok(proof);
      }),
    'closes.reviewDays': async () => {
      const open = desk();
      const { exports } = closeRequirements(open.copy.journal);
      return ok({
        ...(await reviewDays(partsOf(open))),
        exports: exportViews(open.copy.journal, exports),
        by: open.user?.name ?? null,
      });
    },
    'closes.closeDays': ({ days, by }) =>
      alone(async () => {
        const open = desk();
        const request = { days, actor: actorOf(open, by) };
        const done = await closeDays(partsOf(open), request, (now) =>
          runExports(handOverParts(open), now),
        );
        open.announce('store.changed', { topic: 'closes' });
        return ok(done);
      }),
    'closes.prepare': ({ by, ...given }) =>
      alone(async () => {
        const open = desk();
        await prepareClose(partsOf(open), { ...given, actor: actorOf(open, by) });
        open.announce('store.changed', { topic: 'closes' });
        return ok({ prepared: true });
      }),
    'closes.check': ({ by, ...given }) =>
      alone(async () => {
        const open = desk();
        const checking = { ...given, actor: actorOf(open, by) };
        const proof = await checkPrepared(partsOf(open), checking, (now) =>
          runExports(handOverParts(open), now),
        );
        open.announce('store.changed', { topic: 'closes' });
        return ok({ proof });
      }),
    'closes.requireSecondPerson': ({ isRequired }) =>
      alone(async () => {
        const open = desk();
        const { actor } = stampOf(open);
        const view = await requireSecondPerson(partsOf(open), { isRequired, actor });
        open.announce('store.changed', { topic: 'closes' });
        return ok(view);
      }),
    'closes.reopen': ({ period, reason, by }) =>
      alone(async () => {
        const open = desk();
        const reopening = { period, reason, actor: actorOf(open, by) };
        const isForTwo = wasClosedByTwo(open.copy.journal, period);
        await (isForTwo ? prepareReopening : reopen)(partsOf(open), reopening);
        open.announce('store.changed', { topic: 'closes' });
        return ok({ reopened: !isForTwo });
      }),
    'closes.undo': ({ closes, by }) =>
      alone(async () => {
        const open = desk();
        await undoCloses(partsOf(open), { closes, actor: actorOf(open, by) });
        open.announce('store.changed', { topic: 'closes' });
        return ok({ reopened: true });
      }),
    'closes.acknowledge': ({ period, by }) =>
      alone(async () => {
        const open = desk();
        const count = await acknowledgeLate(partsOf(open), { period, actor: actorOf(open, by) });
        open.announce('store.changed', { topic: 'closes' });
        return ok({ acknowledged: count });
      }),
    'closes.asks': () => ok(closeRequirements(desk().copy.journal)),
    'closes.saveRequirements': (requirements) => {
      const open = desk();
      saveRequirements(open.copy.journal, requirements, stampOf(open));
      open.announce('store.changed', { topic: 'closes' });
      return ok({ saved: true });
    },
    'closes.save': async ({ period }) => {
      const open = desk();
      const found = currentClose(open.copy.journal, period);
      if (found === null)
        throw new DeskFault('close.refused', `${periodWords(period)} is not closed.`);
      const path = await saveAs(`CLOSE_${period}.csv`);
      if (path === undefined) return ok({ saved: false });
      const view = await closedView(lateParts(open), found);
      await writeWholeFile(path, [proofCsv(view)]);
      return ok({ saved: true, fileName: basename(path) });
    },
  };
}

async function listOf(
  open: Open,
  { kind, until, count }: RouteInput<'closes.list'>,
): Promise<CloseList> {
  const parts = lateParts(open);
  const today = todayOf(open);
  const newest = newestOver(kind, today);
  const lines: CloseLine[] = [];
  for (const { n: _n, ...line } of linesOver(parts.journal, kind, { until, today, count })) {
    const counts = line.state === 'closed' ? await lateCounts(parts, line.period) : null;
    lines.push({ ...line, ...(counts ?? { late: 0, acknowledged: 0 }) });
  }
  // Where a second person checks closes, each is prepared alone, with the open days before it.
  const days = kind === 'day' && !requiresTwo(parts.journal) ? openDays(parts, today) : [];
  return {
    ...{ lines, newest, running: runningOf(parts.journal, kind, today) },
    openDays: days.map(({ period }) => period),
  };
}

async function viewOf(open: Open, period: string): Promise<CloseView> {
  const parts = partsOf(open);
  const { journal } = parts;
  const found = currentClose(journal, period);
  const now = await closeDraftOf(parts, period);
  const { from, to, today, obstacle, accounts, points, digest, requirements } = now;
  return {
    ...{ period, kind: kindOf(period), from, to, today, obstacle },
    ...{ accounts, points, digest, requirements },
    exports: exportViews(journal, requirements.exports),
    by: open.user?.name ?? null,
    closed: found === null ? null : await closedView(parts, found),
    secondPerson: secondPersonView(parts),
    prepared: preparedView(parts, now),
    earlier: actsOf(journal, period).map(earlierAct).reverse(),
  };
}

function earlierAct(act: Act): EarlierAct {
  const { at } = act;
  const by = act.actor.name;
  if (act.act === 'reopen')
    return { act: 'reopen', at, by, words: (act.document as Reopened).reason };
  if (act.act === 'close') return { act: 'close', at, by, words: '' };
  const { keys, into } = act.document as Acknowledgement;
  return { act: 'acknowledge', at, by, words: `${String(keys.length)} late into ${into}` };
}

const lateParts = ({ copy: { journal, reader, questions } }: Open): LateParts => ({
  ...{ journal, reader, questions },
});

const partsOf = (open: Open): CloseParts => ({
  ...lateParts(open),
  questions: open.copy.questions,
  team: open.copy.team?.closes ?? null,
  clock: open.clock,
  continuity: open.changes.continuity,
  exceptions: () => exceptionsOf(open),
  books: (accountNumber: string, days: Period) =>
    booksNow(
      {
        ...{ journal: open.copy.journal, questions: open.copy.questions },
        places: meaningsBy(open.profile.bankFile).places,
        currency:
          listAccounts(open.copy.reader).find((one) => one.accountNumber === accountNumber)
            ?.currency ?? '',
      },
      accountNumber,
      days,
    ),
});

const handOverParts = ({ copy, clock, profile: { bankFile } }: Open) => ({
  ...{ copy, journal: copy.journal, clock, bankName: bankFile.name },
  places: meaningsBy(bankFile).places,
});
