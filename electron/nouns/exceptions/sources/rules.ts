import {
  exceptionKinds,
  type ExceptionItem,
  type ExceptionKind,
  type ExceptionUrgency,
} from '../../../../shared/ipc/review/exceptions.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Finding } from './exception.ts';

/** Money in flight whose outcome is unknown comes before what can wait. */
const urgencies: readonly ExceptionUrgency[] = ['now', 'watch', 'check', 'nothing', 'ahead'];
const kinds = Object.keys(exceptionKinds);
/** A transfer that failed and one that came back are equally bad. */
const rankOf = (kind: ExceptionKind): number =>
  kinds.indexOf(kind === 'failed' ? 'returned' : kind);

/** At first the desk itself asks the bank about a missing answer; after the settle window a person has to. */
export function exceptionOf(finding: Finding, nowMs: number): ExceptionItem {
  const { urgency, mayClose } = exceptionKinds[finding.kind];
  const isYoung =
    finding.kind === 'unknown' && nowMs - Date.parse(finding.since) < limits.settleWindowMs;
  return { ...finding, urgency: isYoung ? 'watch' : urgency, mayClose };
}

/** Sorts by urgency, then by rank of the kind, then oldest first. */
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
