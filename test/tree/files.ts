import { execFileSync } from 'node:child_process';

/** The files of the project below some folders, or all: committed or new, none that git ignores. Paths from its root. */
export const projectFiles = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '');
