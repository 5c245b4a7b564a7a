import { limits } from '../../../shared/limits.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { RulesContent, type Rules } from '../../nouns/approvals/contents.ts';
import { WrongUse } from '../input/command.ts';
import { readTextFile } from '../input/text-file.ts';

const defaults = { admins: 1, zone: 'UTC', rules: [], limits: [], rates: [] };

/** Reads the rules in a file, amounts as texts. Throws where it has none; `payees` is used where the file has no `payees`. */
export function rulesIn(
  path: string,
  { version, payees }: Pick<Rules, 'version' | 'payees'>,
): Rules {
  const text = readTextFile(path, limits.commandInputBytesMax);
  const json = text.ok ? attemptSync((): unknown => JSON.parse(text.value)) : text;
  if (!json.ok) throw new WrongUse('--file is no file with JSON.');
  const given = typeof json.value === 'object' && json.value !== null ? json.value : {};
  const parsed = RulesContent.safeParse({ ...defaults, payees, ...given, version });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new WrongUse(`--file, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong'}.`);
}
