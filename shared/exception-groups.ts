import type { ExceptionItem, ExceptionKind } from './ipc/review/exceptions.ts';

/** The groups of exceptions: the four links of the position, and the filters of the exceptions. */
export type ExceptionGroup = 'unanswered' | 'unbalanced' | 'waiting' | 'documents';

export const exceptionGroups: readonly ExceptionGroup[] = [
  'unanswered',
  'unbalanced',
  'waiting',
  'documents',
];

const groupOfKind: Readonly<Record<ExceptionKind, ExceptionGroup>> = {
  'stopped-run': 'waiting',
  'due-today': 'waiting',
  overdue: 'waiting',
  'sending-closed': 'waiting',
  'not-approved': 'waiting',
  'paid-outside': 'waiting',
  contradicted: 'waiting',
  duplicated: 'unanswered',
  unknown: 'unanswered',
  'not-found': 'unanswered',
  'awaiting-funds': 'waiting',
  returned: 'waiting',
  failed: 'waiting',
  mismatch: 'unbalanced',
  unconfirmed: 'unanswered',
  'void-act': 'waiting',
  'stopped-batch': 'waiting',
  'changed-payee': 'waiting',
  'listed-name': 'waiting',
  'red-day': 'unbalanced',
  'unexpected-debit': 'waiting',
  'under-floor': 'waiting',
  'over-ceiling': 'waiting',
  'old-list': 'waiting',
  'expired-document': 'documents',
  expired: 'waiting',
  'not-sent': 'waiting',
  refused: 'waiting',
  'expiring-document': 'documents',
};

/** Null for an exception that is only ahead: it needs no action yet. */
export const exceptionGroupOf = ({ kind, urgency }: ExceptionItem): ExceptionGroup | null =>
  urgency === 'ahead' ? null : groupOfKind[kind];

/** The text after the count of a group. */
export const groupLabel = (group: ExceptionGroup, count: number): string =>
  words[group][count === 1 ? 0 : 1];

const words: Readonly<Record<ExceptionGroup, readonly [one: string, more: string]>> = {
  unanswered: ['payment unanswered', 'payments unanswered'],
  unbalanced: ['day off', 'days off'],
  waiting: ['exception', 'exceptions'],
  documents: ['document expired', 'documents expired'],
};
