import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { shownTexts } from './strings/views.ts';

/** Prints every text that the window can show, by view, with its place. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'renderer', 'shared'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => /\.(ts|svelte)$/.test(name));

for (const { view, lines } of shownTexts(files, (file) => readFileSync(file, 'utf8')))
  process.stdout.write(`\n${view}\n${lines.join('\n')}\n`);
