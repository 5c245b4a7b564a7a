import { required } from './arguments.ts';
import { WrongUse, type CommandIo } from './command.ts';
import { readTextFile } from './text-file.ts';

/** Longer than any passphrase, with its line end. */
const passphraseBytesMax = 8_192;

/** Reads one line from a file or standard input, because every program of this machine can see an argument. */
export function passphraseIn(
  option: string | undefined,
  { standardInput }: Pick<CommandIo, 'standardInput'>,
  name = 'passphrase-file',
): string {
  const path = required(option, name);
  const read = readTextFile(path === '-' ? standardInput : path, passphraseBytesMax);
  if (!read.ok) throw new WrongUse(`--${name}: the file cannot be read as text.`);
  const passphrase = read.value.replace(/\r?\n$/, '');
  if (passphrase === '') throw new WrongUse(`--${name}: the file is empty.`);
  if (/[\r\n]/.test(passphrase)) throw new WrongUse(`--${name}: the file has more than one line.`);
  return passphrase;
}
