import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import { attempt } from '../../../engines/store/local-faults.ts';
import {
  evidenceListIn,
  filesFolder,
  listBytesMax,
  listName,
  sumsName,
  sumsText,
  type EvidenceList,
} from './evidence-list.ts';

/**
 * missing: in the list and not in the folder · changed: its bytes differ · added: in the folder and not in the list · not-readable: the
 * desk could not read it when the evidence was written.
 */
export type EvidenceProblem = {
  readonly path: string;
  readonly problem: 'missing' | 'changed' | 'added' | 'not-readable';
  readonly message: string;
};

export type CheckedEvidence = {
  /** SHA-256 of the list, hex. */
  readonly digest: string;
  readonly writtenAt: string;
  readonly payments: number;
  readonly files: number;
  readonly problems: readonly EvidenceProblem[];
};

/**
 * Compares an evidence folder with its list: every file by its bytes, and nothing else may be there. Only `digest`, that of the list when
 * it was written, detects a list that was changed with its files. Throws `file.unreadable` where the folder has no list that can be read.
 */
export async function checkEvidence(
  folder: string,
  digest: string | null = null,
): Promise<CheckedEvidence> {
  const { list, ...read } = await readList(folder);
  const problems: EvidenceProblem[] = [];
  if (digest !== null && digest !== read.digest)
    problems.push(
      changed(listName, 'The list is not the one that was written: its digest differs.'),
    );
  for (const { path, sha256, bytes } of list.files) {
    const found = await digestOf(join(folder, path));
    if (found === null)
      problems.push({ path, problem: 'missing', message: `${path} is not in the folder.` });
    else if (found.sha256 !== sha256 || found.bytes !== bytes)
      problems.push(changed(path, `${path} is not the file that was written.`));
  }
  problems.push(...(await sumsProblems(folder, read.digest, list)));
  for (const path of await strangers(folder, list))
    problems.push({ path, problem: 'added', message: `${path} is not in the list.` });
  for (const { name, reference, reason } of list.notReadable)
    problems.push({ path: name, problem: 'not-readable', message: `${reference}: ${reason}` });
  const { writtenAt, payments, files } = list;
  return {
    ...{ digest: read.digest, writtenAt, problems },
    ...{ payments: payments.length, files: files.length },
  };
}

const changed = (path: string, message: string): EvidenceProblem => ({
  ...{ path, problem: 'changed', message },
});

async function readList(folder: string): Promise<{ list: EvidenceList; digest: string }> {
  const path = join(folder, listName);
  const read = await attempt(async () => {
    const there = await lstat(path);
    return there.isFile() && there.size <= listBytesMax ? await readFile(path) : null;
  });
  const bytes = read.ok ? read.value : null;
  const list = bytes && evidenceListIn(bytes.toString('utf8'));
  if (bytes === null || list === null)
    throw new DeskFault(
      'file.unreadable',
      `The folder has no ${listName} that can be read: it is no evidence, or its list was changed.`,
    );
  return { list, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** The digest and size of a file; null where there is none. A link does not count as a file. */
async function digestOf(path: string): Promise<{ sha256: string; bytes: number } | null> {
  const read = await attempt(async () => {
    if (!(await lstat(path)).isFile()) return null;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
    return { sha256: hash.digest('hex'), bytes };
  });
  return read.ok ? read.value : null;
}

async function sumsProblems(
  folder: string,
  digest: string,
  { files }: EvidenceList,
): Promise<EvidenceProblem[]> {
  const found = await digestOf(join(folder, sumsName));
  if (found === null)
    return [{ path: sumsName, problem: 'missing', message: `${sumsName} is not in the folder.` }];
  const wanted = createHash('sha256')
    .update(sumsText({ sha256: digest }, files))
    .digest('hex');
  return found.sha256 === wanted
    ? []
    : [changed(sumsName, `${sumsName} does not agree with the list.`)];
}

/** Paths that the list does not have, folders and links too. */
async function strangers(folder: string, { files }: EvidenceList): Promise<string[]> {
  const known = new Set([listName, sumsName, filesFolder, ...files.map(({ path }) => path)]);
  const top = await readdir(folder);
  const within = await attempt(() => readdir(join(folder, filesFolder)));
  const below = within.ok ? within.value.map((name) => `${filesFolder}/${name}`) : [];
  return [...top, ...below].filter((path) => !known.has(path)).toSorted();
}
