import { lstat } from 'node:fs/promises';
import { join, parse } from 'node:path';

/** A path in the folder under this name, or with a number behind it where something stands there: nobody was asked whether it may be replaced. */
export async function freePath(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  let path = join(folder, name);
  for (let twin = 2; (await lstat(path).catch(() => null)) !== null; twin += 1)
    path = join(folder, `${stem}_${String(twin)}${ext}`);
  return path;
}
