import { lstat } from 'node:fs/promises';
import { join, parse } from 'node:path';

/** Returns a free path in the folder, with a number appended where the name exists: replacing a file needs a person's consent. */
export async function freePath(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  let path = join(folder, name);
  for (let twin = 2; (await lstat(path).catch(() => null)) !== null; twin += 1)
    path = join(folder, `${stem}_${String(twin)}${ext}`);
  return path;
}
