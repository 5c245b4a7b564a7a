import { createHash } from 'node:crypto';

import { textOf, type JsonObject } from '../../../electron/engines/acts/act.ts';
import type { ReadAct } from '../../../electron/engines/acts/read-act.ts';
import { listedItems } from '../../../electron/engines/team-record/claim-table.ts';

/** What a defence is held out of, to show that its loss is noticed. */
export type Defence =
  | 'unique references'
  | 'stale approvals'
  | 'stale sums'
  | 'judging before the claim'
  | 'reading on before judging anew'
  | 'payments of one claim are judged together'
  | 'asking again after a kill'
  | 'an outcome ends a claim'
  | 'what leaves is what was claimed';

export type Draft = {
  readonly key: string;
  readonly kind: string;
  readonly content: JsonObject;
  readonly of?: JsonObject;
  /** The number of the last act that the author has read. */
  readonly seen: number;
};

export type ClaimState = 'claimed' | 'yours' | 'held' | 'stale' | 'refused';

type Held = { readonly key: string; readonly outcome: string | null };

/** Kinds that make a claim stale whose author has not read them. */
const approvalKinds: ReadonlySet<string> = new Set([
  ...['approval-rules', 'approve', 'refuse', 'withdraw', 'delegate', 'revoke'],
]);

/** Orders acts and claims as the functions of the database do, without one. */
export class OrderedRecord {
  readonly acts: ReadAct[] = [];
  readonly #held = new Map<string, Held>();
  readonly #sums = new Map<string, number>();
  readonly #closed = new Set<string>();
  readonly #without: Defence | null;
  #hasRules = false;
  at = '';

  constructor(without: Defence | null) {
    this.#without = without;
  }

  /** Null where the login was closed. */
  append({ key, kind, content, of, seen }: Draft): ReadAct | null {
    if (this.#closed.has(key)) return null;
    const n = this.acts.length + 1;
    const digest = createHash('sha256')
      .update(`act ${String(n)}`)
      .digest('hex');
    const act: ReadAct = {
      ...{ n, digest, at: this.at, content },
      envelope: {
        ...{ v: 1, team: '', key, seq: n, prev: '', kind, epoch: 1, body: '', cipher: '' },
        seen: { n: seen, digest: '' },
        ...(of === undefined ? {} : { of }),
      },
    };
    this.acts.push(act);
    this.#hasRules ||= kind === 'approval-rules';
    if (kind === 'revoke') this.#closed.add(textOf(of?.['key']));
    if (kind === 'settle')
      for (const { r, is } of listedItems(act, 'outcomes')) this.#settle(r, key, is);
    return act;
  }

  #settle(r: string, key: string, is: string): void {
    const held = this.#held.get(r);
    if (held?.key !== key || ['accepted', 'refused'].includes(held.outcome ?? '')) return;
    this.#held.set(r, { key, outcome: is });
  }

  /** Claims all references or none. */
  claim(draft: Draft, names: readonly string[], sums: readonly string[]): ClaimState {
    if (this.#closed.has(draft.key)) return 'refused';
    if (this.#without !== 'unique references')
      for (const name of names) {
        const held = this.#held.get(name);
        if (held === undefined || isBack(held)) continue;
        const isOwn = held.key === draft.key;
        return isOwn && (held.outcome === null || this.#without === 'an outcome ends a claim')
          ? 'yours'
          : 'held';
      }
    if (this.#isStale(draft.seen, sums)) return 'stale';
    const act = this.append(draft);
    if (act === null) return 'refused';
    for (const name of names) this.#held.set(name, { key: draft.key, outcome: null });
    for (const sum of sums) this.#sums.set(sum, act.n);
    return 'claimed';
  }

  #isStale(seen: number, sums: readonly string[]): boolean {
    const isApproval =
      this.#without !== 'stale approvals' &&
      this.#hasRules &&
      this.acts.slice(seen).some(({ envelope: { kind } }) => approvalKinds.has(kind));
    const isSum =
      this.#without !== 'stale sums' && sums.some((name) => (this.#sums.get(name) ?? 0) > seen);
    return isApproval || isSum;
  }
}

const isBack = ({ outcome }: Held): boolean => outcome === 'not-sent' || outcome === 'not-found';
