import { setImmediate } from 'node:timers/promises';

import { toUnits } from '../../../shared/money/decimal.ts';
import { isSignedBy } from '../acts/member-keys.ts';
import { readStored, type ReadAct } from '../acts/read-act.ts';
import type { TeamKeys } from '../acts/team-keys.ts';
import { inUnsyncedTransaction, prepared, row, run, type TeamCopy } from '../store/database.ts';
import { foldText } from '../store/search/search-text.ts';
import { actsBehind, digestAt, type StoredAct } from '../team-record/record-copy.ts';
import { aboutOnly, type LoggedItem, type LoggedKind, type LogKnowledge } from './logged-kind.ts';

export type LogParts = {
  readonly copy: TeamCopy;
  readonly keys: () => TeamKeys | null;
  /** By the name of the kind. */
  readonly kinds: ReadonlyMap<string, LoggedKind>;
  readonly knowledge: LogKnowledge;
};

/** Acts that one transaction adds: some 20 milliseconds. */
const pageActs = 100;

/** Raise this number when a sentence of the log changes: the log is then written again. */
const wording = 1;

/** The most characters of a sentence in the log; the act has the full text. */
const aboutMax = 500;

/** The most items that the log lists for one act. */
const itemsMax = 1_000;

/**
 * Adds all acts of the copy that the log does not have yet. A log with other wording, or of another record, is written again. Yields
 * after each page, and may be called while it runs.
 */
export async function fillLog(parts: LogParts): Promise<void> {
  const edition = editionOf(parts.kinds);
  while (addPage(parts, edition)) await setImmediate();
}

/** The edition of the log's sentences. It names the known kinds too, so that the log is written again when a kind becomes known. */
const editionOf = (kinds: LogParts['kinds']): string =>
  JSON.stringify([wording, ...[...kinds.keys()].sort()]);

/** Adds the next acts; false where the log has all. */
function addPage(parts: LogParts, edition: string): boolean {
  const { copy } = parts;
  const after = filledThrough(copy, edition);
  const acts = actsBehind(copy, after ?? 0, pageActs);
  const last = acts.at(-1);
  if (last === undefined) return false;
  inUnsyncedTransaction(copy, () => {
    if (after === null) run(copy, 'DELETE FROM act_log');
    for (const act of acts) addAct(parts, act);
    const { n, digest } = last;
    run(
      copy,
      'INSERT OR REPLACE INTO act_log_state (one, n, digest, edition) VALUES (1, ?, ?, ?)',
      ...[n, digest, edition],
    );
  });
  return true;
}

/** The number of the last act in the log; null where the log must be written again. */
function filledThrough(copy: TeamCopy, edition: string): number | null {
  const state = row<{ n: number; digest: string; edition: string }>(
    copy,
    'SELECT n, digest, edition FROM act_log_state WHERE one = 1',
  );
  const isCurrent = state?.edition === edition && digestAt(copy, state.n) === state.digest;
  return isCurrent ? state.n : null;
}

function addAct(parts: LogParts, stored: StoredAct): void {
  const act = readStored(stored, parts.keys());
  const kind = act?.envelope.kind ?? '';
  const insert = prepared(
    parts.copy,
    `INSERT INTO act_log (n, key, kind, at, about, folded, amount, currency, units, source, void)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { about, money } of itemsOf(parts, act)) {
    const text = about.slice(0, aboutMax);
    insert.run(
      ...[stored.n, authorOf(stored, act), kind, stored.at, text, foldText(text)],
      ...[money?.amount ?? null, money?.currency ?? null, money ? toUnits(money.amount) : null],
      ...[money?.source ?? null, stored.void],
    );
  }
}

/** The key that signed an act; empty where it only names one. The signatures of valid acts were checked when they were read. */
function authorOf(stored: StoredAct, act: ReadAct | null): string {
  const key = act?.envelope.key ?? '';
  const isSigned = stored.void === null || isSignedBy(key, stored.envelope, stored.signature);
  return isSigned ? key : '';
}

/** The items of an act: one sentence at least. */
function itemsOf({ kinds, knowledge }: LogParts, act: ReadAct | null): readonly LoggedItem[] {
  if (act === null) return [aboutOnly('It is no act, and cannot be read.')];
  const known = kinds.get(act.envelope.kind);
  if (known === undefined)
    return [aboutOnly('This Nostro does not know acts of this kind. A newer one may.')];
  if (act.content === null) return [aboutOnly('Its content cannot be opened on this desk.')];
  const items = known.itemsOf(act, knowledge);
  if (items.length === 0) return [aboutOnly('Its content is not what acts of this kind have.')];
  const more = items.length - itemsMax;
  return more > 0 ? [...items.slice(0, itemsMax), aboutOnly(`And ${String(more)} more.`)] : items;
}
