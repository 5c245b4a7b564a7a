import type { BankFileCheck, BankFileMistake } from '../../../../shared/ipc/desk/settings.ts';
import type { Mistake } from './bank-file-checks.ts';
import { checkBankFile, profileIdOf } from './bank-file.ts';
import { lineOf, placesIn } from '../json/json-places.ts';
import { parseJsonText } from '../json/json-text.ts';
import { isRecord } from '../json/pointer.ts';

/** The open bank file: its text, null where there is none, and the identifier of its profile. */
export type OpenBankFile = { readonly text: string | null; readonly profileId: string };

/** Checks an edited bank file against the rules and compares it with the open one. Saves nothing. */
export function reviewBankFile(text: string, open: OpenBankFile | null): BankFileCheck {
  const checked = checkBankFile(text);
  return {
    mistakes: checked.ok ? [] : mistakesIn(text, checked.error),
    changes: changesIn(open?.text ?? '{}', text),
    isSameBank: checked.ok ? profileIdOf(checked.value) === open?.profileId : null,
  };
}

/** Returns the first mistake of each field in text order. Mistakes without a place in the text come first. */
function mistakesIn(text: string, mistakes: readonly Mistake[]): BankFileMistake[] {
  const root = parseJsonText(text).ok ? placesIn(text) : null;
  const first = new Map(mistakes.toReversed());
  return [...first]
    .toReversed()
    .map(([field, problem]) => ({
      field,
      problem,
      line: root ? lineOf(text, root, field) : lineIn(problem),
    }))
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** Reads the line number from the parser's message. */
const lineIn = (problem: string): number | null => {
  const line = /at line (\d+)/.exec(problem)?.[1];
  return line === undefined ? null : Number(line);
};

type Change = BankFileCheck['changes'][number];

function changesIn(before: string, after: string): Change[] {
  const [old, young] = [before, after].map(recordIn);
  return old && young ? [...changed([], old, young)] : [];
}

function recordIn(text: string): Record<string, unknown> | null {
  const parsed = parseJsonText(text);
  return parsed.ok && isRecord(parsed.value) ? parsed.value : null;
}

/** Yields the fields that differ, in the order of the old text, then the new fields. */
function* changed(
  path: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Generator<Change> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    const young = Object.hasOwn(after, key) ? after[key] : undefined;
    const here = [...path, key];
    if (isRecord(old) && isRecord(young)) yield* changed(here, old, young);
    else if (JSON.stringify(old) !== JSON.stringify(young))
      yield { field: here.join('.'), before: textOf(old), after: textOf(young) };
  }
}

const textOf = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);
