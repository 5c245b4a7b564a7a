import { parseArgs, type ParseArgsConfig } from 'node:util';

import type { z } from 'zod';

import { isIsoDate } from '../../../shared/calendar/calendar.ts';
import { JsonNumber, parseExact } from '../../../shared/json/exact-json.ts';
import { limits } from '../../../shared/limits.ts';
import { WrongUse, type CommandIo } from './command.ts';
import { readTextFile } from './text-file.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses the options of a command, and its positionals where `positionals` allows them. A positional may begin with one dash: a member's
 * key does once in 64 times, and a debit is searched as -12.50. Throws {@link WrongUse} with a sentence for all that does not fit, such as
 * an option given twice: no argument is ignored.
 */
export function argumentsOf<O extends Options>(
  args: string[],
  options: O,
  { positionals = false }: { positionals?: boolean } = {},
) {
  const parsed = positionals
    ? withDashes(parsedArguments(args.map(hideDash), options))
    : parsedArguments(args, options);
  if (!positionals && parsed.positionals.length > 0)
    throw new WrongUse('Unexpected argument: this command takes options only.');
  const seen = new Set<string>();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option' || options[token.name]?.multiple) continue;
    if (seen.has(token.name)) throw new WrongUse(`--${token.name} is given twice.`);
    seen.add(token.name);
  }
  return parsed;
}

/** Put before a single dash while options are parsed; no argument of a process can contain it. */
const dashMark = '\0';

const hideDash = (arg: string): string => (/^-[^-]/.test(arg) ? dashMark + arg : arg);

/** Restores the dashes of the positionals. Refuses an option value that begins with a dash, as without `positionals`. */
function withDashes<P extends { positionals: string[]; values: object }>(parsed: P): P {
  for (const value of Object.values(parsed.values).flat())
    if (typeof value === 'string' && value.startsWith(dashMark))
      throw new WrongUse(
        `${value.slice(1)} begins with a dash; write it as --option=${value.slice(1)}.`,
      );
  return { ...parsed, positionals: parsed.positionals.map((one) => one.replace(dashMark, '')) };
}

function parsedArguments<O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
  } catch (cause) {
    throw new WrongUse(cause instanceof Error ? cause.message : 'The arguments are not valid.');
  }
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new WrongUse(`--${option} is missing.`);
  return value;
}

export function dateOption(value: string | undefined, option: string): string | undefined {
  if (value === undefined || isIsoDate(value)) return value;
  throw new WrongUse(`--${option} must be a day that exists, YYYY-MM-DD; it is ${value}.`);
}

type PeriodOptions = { readonly from: string | undefined; readonly to: string | undefined };

/** The two ends of a period, as far as they are given. Throws {@link WrongUse} where it ends before it begins. */
export function periodOptions(values: Partial<PeriodOptions>): PeriodOptions {
  const period = { from: dateOption(values.from, 'from'), to: dateOption(values.to, 'to') };
  if (period.from !== undefined && period.to !== undefined && period.from > period.to)
    throw new WrongUse(`--to ${period.to} is before --from ${period.from}.`);
  return period;
}

/** Account numbers, each once; null where `all` means every known one. Throws where none is given. */
export function accountsOption(given: readonly string[]): readonly string[] | null {
  const accounts = [...new Set(given)];
  if (accounts.length === 0) throw new WrongUse('--account is missing.');
  if (!accounts.includes('all')) return accounts;
  if (accounts.length === 1) return null;
  throw new WrongUse('--account all means every account. Name no other account.');
}

export function oneOf<T extends string>(
  value: string | undefined,
  option: string,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found) return found;
  throw new WrongUse(`--${option} must be one of ${allowed.join(', ')}; it is ${value}.`);
}

export function countOption(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new WrongUse(`--${option} must be a whole number above 0; it is ${value}.`);
}

/**
 * JSON given as text, as `@FILE`, or as `-` on standard input. A number becomes its text, digit by digit, as the catalogue takes amounts.
 * The error repeats nothing of the input.
 */
export function jsonOption(value: string, option: string, io: Input): unknown {
  const text = textOf(value, option, io);
  try {
    return numbersAsText(parseExact(text));
  } catch {
    throw new WrongUse(`--${option} is not JSON.`);
  }
}

/** The first mistake in `--input`: its field (empty for the whole input), the problem, and both as a sentence. */
export function inputMistake({ issues: [issue] }: z.ZodError) {
  const field = issue?.path.join('.') ?? '';
  const problem = issue?.message ?? 'wrong';
  return { field, problem, message: `--input${field && `, field ${field}`}: ${problem}.` };
}

function numbersAsText(value: unknown): unknown {
  if (value instanceof JsonNumber) return value.source;
  if (Array.isArray(value)) return value.map(numbersAsText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, numbersAsText(inner)]),
  );
}

type Input = Pick<CommandIo, 'standardInput'>;

function textOf(value: string, option: string, { standardInput }: Input): string {
  if (value === '-') return fileText(standardInput, option);
  return value.startsWith('@') ? fileText(value.slice(1), option) : value;
}

function fileText(path: string | number, option: string): string {
  const name = typeof path === 'number' ? 'standard input' : path;
  const read = readTextFile(path, limits.commandInputBytesMax);
  if (read.ok) return read.value;
  const problems = {
    unreadable: `--${option} names a file that cannot be read: ${name}.`,
    'too-large': `--${option} names a file that is too large: ${name}.`,
    'not-text': `--${option} names a file that is not UTF-8 text: ${name}.`,
  };
  throw new WrongUse(problems[read.error]);
}
