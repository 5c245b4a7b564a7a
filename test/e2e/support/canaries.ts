import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files under a folder in which a text stands, as UTF-8, UTF-16 or base64; by their path in the folder. */
export function filesWith(folder: string, canary: string): string[] {
  const needles = spellingsOf(canary);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return needles.some((needle) => bytes.includes(needle));
    })
    .map((path) => relative(folder, path));
}

/** Base64 spells a text in three ways, by where it begins; the edges, which depend on the neighbours, are left out. */
function spellingsOf(canary: string): Buffer[] {
  const bytes = Buffer.from(canary);
  const coded = [0, 1, 2].map((shift) =>
    Buffer.from(
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(4, -4),
    ),
  );
  return [bytes, Buffer.from(canary, 'utf16le'), ...coded];
}

/** The command lines of a process and of everything that it started. */
export function commandLinesOf(pid: number): string[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const processes = [...lines.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, own = '', parent = '', words = '']) => ({
      own: Number(own),
      parent: Number(parent),
      words,
    }),
  );
  const family = new Set([pid]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const { own, parent } of processes) if (family.has(parent)) family.add(own);
  }
  return processes.filter(({ own }) => family.has(own)).map(({ words }) => words);
}
