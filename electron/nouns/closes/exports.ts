import { basename, dirname, join } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import type {
  CloseExport,
  CloseExportView,
  WrittenExport,
} from '../../../shared/ipc/review/closes.ts';
import type { Journal } from '../../engines/store/database.ts';
import { freePath } from '../../engines/exports/free-name.ts';
import {
  handOver,
  handOverFormats,
  plannedFiles,
  type HandOverParts,
} from '../statements/hand-over/hand-over.ts';
import { folderName, folderOf, savedFolders } from '../statements/hand-over/recent-folders.ts';
import { periodWords } from './periods.ts';
import type { CloseDraft } from './close-draft.ts';

/** Returns the exports to be handed over, with the names of their folders. */
export function exportViews(journal: Journal, exports: readonly CloseExport[]): CloseExportView[] {
  if (exports.length === 0) return [];
  const folders = new Map(savedFolders(journal).map(({ profile, path }) => [profile, path]));
  return exports.map((one) => {
    const path = folders.get(one.profile);
    return {
      ...one,
      words: formatWords(one.format),
      folder: path === undefined ? null : folderName(path),
    };
  });
}

const formatWords = (format: string): string =>
  handOverFormats.find(({ name }) => name === format)?.words ?? format;

/** Writes each export for the closed days. Throws with the name of the first that cannot be written: the day stays open. */
export async function runExports(
  parts: Omit<HandOverParts, 'journal'> & { readonly journal: Journal },
  { requirements, period, from, to }: CloseDraft,
): Promise<WrittenExport[]> {
  const written: WrittenExport[] = [];
  for (const one of requirements.exports)
    written.push(
      await run(parts, one, { from, to }).catch((cause: unknown) => {
        throw notWritten(cause, { period, one, written: written.length });
      }),
    );
  return written;
}

async function run(
  parts: Omit<HandOverParts, 'journal'> & { readonly journal: Journal },
  { profile, format, accountNumbers, filePerAccount, withMarks }: CloseExport,
  days: { from: string; to: string },
): Promise<WrittenExport> {
  const request = { accountNumbers, ...days, format, filePerAccount, filePerDay: false, withMarks };
  const planned = plannedFiles(parts, request);
  const folder = await folderOf(parts.journal, profile);
  const first = planned[0]?.name ?? '';
  const name = filePerAccount ? `${first.slice(0, 10)}_CLOSE_${days.to}` : first;
  const path = await freePath(dirname(join(folder, name)), name);
  const { files, entries } = await handOver(parts, request, path);
  return {
    ...{ profile, words: formatWords(format), name: basename(path), folder: folderName(folder) },
    ...{ files: files.length, entries },
  };
}

function notWritten(
  cause: unknown,
  { period, one, written }: { period: string; one: CloseExport; written: number },
): unknown {
  if (!(cause instanceof DeskFault)) return cause;
  const before = written === 0 ? '' : ` ${String(written)} before it were written.`;
  return new DeskFault(
    cause.code,
    `${periodWords(period)} stays open: ${formatWords(one.format)} for “${one.profile}” was not written. ${cause.message}${before}`,
    { cause },
  );
}
