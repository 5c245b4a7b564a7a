import {
  exceptionKinds,
  type ExceptionItem,
  type ExceptionKind,
  type ExceptionUrgency,
} from '../../../../shared/ipc/review/exceptions.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Finding } from './exception.ts';

/** Money on its way whose end is not known is graver than what can wait for a look. */
const urgencies: readonly ExceptionUrgency[] = ['now', 'watch', 'check', 'nothing', 'ahead'];
const kinds = Object.keys(exceptionKinds);
/** A transfer that failed and one that came back are equally bad. */
const rankOf = (kind: ExceptionKind): number =>
  kinds.indexOf(kind === 'failed' ? 'returned' : kind);

/** Without an answer, the desk asks the bank by itself at first; after the settle window it is a person's turn. */
export function exceptionOf(finding: Finding, nowMs: number): ExceptionItem {
  const { urgency, mayClose } = exceptionKinds[finding.kind];
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
