import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import type { HandedOverView } from '../../../../shared/ipc/accounts/hand-over.ts';
import { ok } from '../../../../shared/result.ts';
import { listAccounts } from '../../accounts/tables.ts';
import { freePath } from '../../../engines/exports/free-name.ts';
import type { OpenSaved, SaveAs } from '../../../engines/exports/whole-file.ts';
import type { Note } from '../../../engines/formats/notes.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import type { Journal } from '../../../engines/store/database.ts';
import type { OpenBank } from '../../../engines/submissions/open-bank.ts';
import { meaningsBy } from '../entries/meanings.ts';
import type { StatementCopy } from '../view-questions.ts';
import type { StatementWrites } from '../writes.ts';
import { handOver, handOverFormats, plannedFiles, type HandOverResult } from './hand-over.ts';
import { folderName, folderOf, forgetFolder, saveFolder, savedFolders } from './recent-folders.ts';
import type { HandOverQuestions } from './reads.ts';

type Open = OpenBank<StatementWrites> & {
  readonly copy: StatementCopy & { readonly questions: HandOverQuestions };
};

type Ports = { readonly saveAs: SaveAs; readonly openSaved: OpenSaved };

type HandOverRoutes = Extract<keyof Handlers, `handOver.${string}`>;

/** Writes one hand-over at a time. */
export function handOverHandlers(desk: () => Open, ports: Ports): Pick<Handlers, HandOverRoutes> {
  let writing: AbortController | null = null;
  return {
    'handOver.choices': () =>
      ok({
        formats: handOverFormats.map(({ name, words }) => ({ name, words })),
        accounts: listAccounts(desk().copy.reader).map(
          ({ accountNumber, accountName, currency }) => ({ accountNumber, accountName, currency }),
        ),
        folders: savedFolders(desk().copy.journal).map(({ profile, path }) => ({
          profile,
          name: folderName(path),
        })),
      }),
    'handOver.write': async (request) => {
      if (writing !== null)
        throw new DeskFault('input.invalid', 'Statements are being written: cancel that first.');
      const over = new AbortController();
      writing = over;
      return ok(
        await write(desk(), request, { ...ports, signal: over.signal }).finally(() => {
          writing = null;
        }),
      );
    },
    'handOver.forgetFolder': ({ profile }) => {
      forgetFolder(desk().copy.journal, profile);
      return ok({ forgotten: true });
    },
    'handOver.cancel': () => {
      const stopped = writing !== null;
      writing?.abort();
      return ok({ stopped });
    },
  };
}

type WriteRequest = RouteInput<'handOver.write'>;

async function write(
  open: Open,
  request: WriteRequest,
  { saveAs, openSaved, signal }: Ports & { readonly signal: AbortSignal },
): Promise<HandedOverView | { saved: false }> {
  const { copy, clock, profile, announce } = open;
  const [first, ...more] = plannedFiles({ copy, clock }, request);
  const isFolder = request.filePerAccount || request.filePerDay;
  // Several files go into a folder of that name.
  const name = isFolder ? nameOfFolder(first?.name ?? '', more.length + 1) : (first?.name ?? '');
  const path = await placeOf(copy.journal, request, { name, saveAs });
  if (path === undefined) return { saved: false };
  const { bankFile } = profile;
  const parts = {
    ...{ copy, journal: copy.journal, clock, signal, bankName: bankFile.name },
    places: meaningsBy(bankFile).places,
    onProgress: (progress: Parameters<typeof announce<'handOver.progressed'>>[1]) => {
      announce('handOver.progressed', progress);
    },
  };
  const result = await handOver(parts, request, path);
  const isStatement = request.search === undefined;
  if (request.place === 'ask' && isStatement)
    saveFolder(copy.journal, request.profile, dirname(path));
  const isOpened = request.print ? await openSaved(path) : null;
  return handOverView(result, {
    name: basename(path),
    folder: folderName(dirname(path)),
    isOpened,
  });
}

/** Returns the target path; undefined if the person cancelled. */
async function placeOf(
  journal: Journal,
  { place, profile, print, format, filePerAccount, filePerDay }: WriteRequest,
  { name, saveAs }: { readonly name: string; readonly saveAs: SaveAs },
): Promise<string | undefined> {
  if (print && (format !== 'pdf' || filePerAccount || filePerDay))
    throw new DeskFault('input.invalid', 'What is printed is one file of PDF.');
  if (place !== 'ask') return freePath(await folderOf(journal, profile), name);
  const path = await saveAs(name);
  const isFolder = filePerAccount || filePerDay;
  // The folder dialog does not ask whether files in the folder may be replaced.
  return path !== undefined && isFolder && (await isFilled(path))
    ? freePath(dirname(path), basename(path))
    : path;
}

/** Is the path anything but an empty folder? A path that cannot be read fails when it is written. */
const isFilled = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length > 0,
    (cause: unknown) => (cause as NodeJS.ErrnoException).code === 'ENOTDIR',
  );

const nameOfFolder = (first: string, files: number): string =>
  `${first.slice(0, 10)}_STMT_${String(files)}-${files === 1 ? 'file' : 'files'}`;

function handOverView(
  { files, entries }: HandOverResult,
  saved: Pick<HandedOverView, 'name' | 'folder' | 'isOpened'>,
): HandedOverView {
  return {
    saved: true,
    ...saved,
    files: files.length,
    entries,
    leftOut: files.flatMap(({ leftOut }) => leftOut),
    notes: joined(files.flatMap(({ notes }) => notes)),
  };
}

/** Returns each kind of note once, with the number of entries over all files. */
function joined(notes: readonly Note[]): { what: string; entries: number }[] {
  const sums = new Map<string, number>();
  for (const { what, entries } of notes) sums.set(what, (sums.get(what) ?? 0) + entries);
  return [...sums].map(([what, entries]) => ({ what, entries }));
}
