import { basename } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import type { HandedOverView } from '../../../shared/ipc/hand-over.ts';
import { ok } from '../../../shared/result.ts';
import { listAccounts } from '../../accounts/tables.ts';
import type { SaveAs } from '../../exports/whole-file.ts';
import type { Note } from '../../formats/notes.ts';
import type { Handlers } from '../../ipc/router.ts';
import type { OpenBank } from '../../submissions/open-bank.ts';
import { meaningsBy } from '../meanings.ts';
import type { AskedCopy } from '../view-questions.ts';
import type { StatementWrites } from '../writes.ts';
import { handOver, handOverFormats, plannedFiles, type HandedOver } from './hand-over.ts';
import type { HandOver } from './plan.ts';
import type { HandOverQuestions } from './reads.ts';

type Open = OpenBank<StatementWrites> & {
  readonly copy: AskedCopy & { readonly questions: HandOverQuestions };
};

type HandOverRoutes = Extract<keyof Handlers, `handOver.${string}`>;

/** One is written at a time. */
export function handOverHandlers(desk: () => Open, saveAs: SaveAs): Pick<Handlers, HandOverRoutes> {
  let writing: AbortController | null = null;
  return {
    'handOver.choices': () =>
      ok({
        formats: handOverFormats.map(({ name, words }) => ({ name, words })),
        accounts: listAccounts(desk().copy.reader).map(
          ({ accountNumber, accountName, currency }) => ({ accountNumber, accountName, currency }),
        ),
      }),
    'handOver.write': async (asked) => {
      if (writing !== null)
        throw new DeskFault('input.invalid', 'Statements are being written: cancel that first.');
      const over = new AbortController();
      writing = over;
      return ok(
        await write(desk(), asked, { saveAs, signal: over.signal }).finally(() => {
          writing = null;
        }),
      );
    },
    'handOver.cancel': () => {
      const stopped = writing !== null;
      writing?.abort();
      return ok({ stopped });
    },
  };
}

async function write(
  { copy, clock, profile, announce }: Open & { readonly copy: { readonly journal: unknown } },
  asked: HandOver,
  { saveAs, signal }: { saveAs: SaveAs; signal: AbortSignal },
): Promise<HandedOverView | { saved: false }> {
  const [first, ...more] = plannedFiles({ copy, clock }, asked);
  const isFolder = asked.filePerAccount || asked.filePerDay;
  const suggested = first?.name ?? '';
  // Several stand in a folder of that name.
  const path = await saveAs(isFolder ? folderName(suggested, more.length + 1) : suggested);
  if (path === undefined) return { saved: false };
  const { bankFile } = profile;
  const parts = {
    ...{ copy, journal: copy.journal, clock, signal, bankName: bankFile.name },
    places: meaningsBy(bankFile).places,
    onProgress: (progress: Parameters<typeof announce<'handOver.progressed'>>[1]) => {
      announce('handOver.progressed', progress);
    },
  };
  return told(await handOver(parts, asked, path), basename(path));
}

const folderName = (first: string, files: number): string =>
  `${first.slice(0, 10)}_STMT_${String(files)}-${files === 1 ? 'file' : 'files'}`;

function told({ files, entries }: HandedOver, name: string): HandedOverView {
  return {
    saved: true,
    name,
    files: files.length,
    entries,
    leftOut: files.flatMap(({ leftOut }) => leftOut),
    notes: joined(files.flatMap(({ notes }) => notes)),
  };
}

/** Each kind once, with the entries of all files. */
function joined(notes: readonly Note[]): { what: string; entries: number }[] {
  const sums = new Map<string, number>();
  for (const { what, entries } of notes) sums.set(what, (sums.get(what) ?? 0) + entries);
  return [...sums].map(([what, entries]) => ({ what, entries }));
}
