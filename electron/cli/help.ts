import type { Command } from './input/command.ts';

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';

const call = 'nostro [--bank FILE] [--data-dir DIR]';

/** The help for the whole command line. */
export const helpOfAll = (commands: Readonly<Record<string, Command>>): string =>
  [
    `${call} COMMAND`,
    '',
    ...Object.values(commands).flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    'Without --bank it is the sandbox. Credentials come from the keychain, or for one run from NOSTRO_CREDENTIALS.',
    'Answers are JSON on standard output, failures JSON on standard error.',
    'Exit 0 done, 1 refused or failed, 2 wrong use, 3 outcome unknown, 4 waits for an approval.',
  ].join('\n');

export const helpOf = ({ usage, summary }: Command): string => `${call} ${usage}\n\n${summary}`;
