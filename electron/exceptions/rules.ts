import type {
  ExceptionItem,
  ExceptionKind,
  ExceptionUrgency,
} from '../../shared/ipc/exceptions.ts';
import { limits } from '../../shared/limits.ts';
import type { Finding } from './exception.ts';

type Rule = { readonly urgency: ExceptionUrgency; readonly mayClose: boolean };

/**
 * In the order in which they need a person. Only what is over may be laid aside: not what may still happen at the bank,
 * and not what stays wrong until it is put right.
 */
const rules: Readonly<Record<ExceptionKind, Rule>> = {
  'sending-closed': { urgency: 'now', mayClose: false },
  duplicated: { urgency: 'now', mayClose: false },
  unknown: { urgency: 'now', mayClose: false },
  'not-found': { urgency: 'now', mayClose: true },
  'awaiting-funds': { urgency: 'now', mayClose: false },
  returned: { urgency: 'now', mayClose: true },
  failed: { urgency: 'now', mayClose: true },
  mismatch: { urgency: 'now', mayClose: true },
  unconfirmed: { urgency: 'check', mayClose: true },
  'stopped-batch': { urgency: 'check', mayClose: true },
  'changed-payee': { urgency: 'check', mayClose: false },
  'red-day': { urgency: 'check', mayClose: false },
  expired: { urgency: 'nothing', mayClose: true },
  'not-sent': { urgency: 'nothing', mayClose: true },
  refused: { urgency: 'nothing', mayClose: true },
  'expiring-document': { urgency: 'ahead', mayClose: true },
};

const urgencies: readonly ExceptionUrgency[] = ['now', 'check', 'watch', 'nothing', 'ahead'];
const kinds = Object.keys(rules);
/** A transfer that failed and one that came back are equally bad. */
const rankOf = (kind: ExceptionKind): number =>
  kinds.indexOf(kind === 'failed' ? 'returned' : kind);

/** Without an answer, the desk asks the bank by itself at first; after the settle window it is a person's turn. */
export function judged(finding: Finding, nowMs: number): ExceptionItem {
  const { urgency, mayClose } = rules[finding.kind];
  const isYoung =
    finding.kind === 'unknown' && nowMs - Date.parse(finding.since) < limits.settleWindowMs;
  return { ...finding, urgency: isYoung ? 'watch' : urgency, mayClose };
}

/** What needs a person most comes first, then the oldest. */
export function byNeed(a: ExceptionItem, b: ExceptionItem): number {
  const byUrgency = urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency);
  return (
    byUrgency ||
    rankOf(a.kind) - rankOf(b.kind) ||
    compareText(a.since, b.since) ||
    compareText(a.exceptionId, b.exceptionId)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
