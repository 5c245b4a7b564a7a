import type { DoctorReport, DoctorState } from '../../../../shared/ipc/desk/doctor.ts';
import { environmentLabel } from '../../../ui/dialogs/environment.ts';
import { exactInstant } from '../../../ui/text/dates.ts';

type Words = { readonly label: string; readonly tone: 'good' | 'warn' | 'bad' | 'plain' };

/** A short label of the result of a check. */
export const doctorStateWords: Record<DoctorState, Words> = {
  ok: { label: 'Good', tone: 'good' },
  warning: { label: 'Check', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Not asked', tone: 'plain' },
};

/** The verdict in one sentence. */
export function verdictOf({ finishedAt, checks }: DoctorReport): Words {
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const warned = checks.filter(({ state }) => state === 'warning').length;
  if (finishedAt === null)
    return { label: `Checking: ${String(checks.length)} done`, tone: 'plain' };
  if (failed > 0) return { label: `${count(failed, 'check')} failed`, tone: 'bad' };
  if (warned > 0) return { label: `Works; ${count(warned, 'thing')} to check`, tone: 'warn' };
  return { label: 'No problems', tone: 'good' };
}

const count = (number: number, noun: string): string =>
  `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

/** The offset between two clocks, in plain words. */
export function offsetWords(offsetMs: number | null): string {
  if (offsetMs === null) return 'not known';
  const seconds = Math.abs(offsetMs) / 1_000;
  if (seconds < 1) return 'less than a second apart';
  const duration = seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(0)} min`;
  return `the bank’s is ${duration} ${offsetMs > 0 ? 'ahead' : 'behind'}`;
}

/** The connection in a line; a local address has no TLS. */
export function tlsWords({ tls }: DoctorReport): string {
  if (!tls) return 'not known';
  if (tls.protocol === null) return 'none, on this machine';
  const until = tls.validTo === null ? '' : `, valid until ${exactInstant(tls.validTo)}`;
  return `${tls.protocol}${tls.issuer === null ? '' : `, by ${tls.issuer}`}${until}`;
}

/** The whole report as text, for a mail to the bank. */
export function reportText(report: DoctorReport): string {
  const { bank, checks, findings } = report;
  const lines = [
    `Nostro doctor: ${bank.name} (${environmentLabel(bank.environment)}, ${bank.host})`,
    `${exactInstant(report.startedAt)} · ${verdictOf(report).label}`,
    `Connection: ${tlsWords(report)}`,
    `Clocks: ${offsetWords(report.clockOffsetMs)}`,
    `Statements: ${report.statementDialect ?? 'not known'}`,
    '',
    ...checks.flatMap(({ title, state, detail, advice, error }) => [
      `[${doctorStateWords[state].label}] ${title}: ${detail}`,
      ...(advice === null ? [] : [`    ${advice}`]),
      ...(error === null ? [] : [`    ${error.code} ${error.correlationId}`]),
      ...(error?.bank ? [`    HTTP ${String(error.bank.status)} ${error.bank.message ?? ''}`] : []),
    ]),
    ...(findings.length === 0 ? [] : ['', 'Found:']),
    ...findings.map(({ field, found, reason }) => `- ${field}: ${found}. ${reason}`),
  ];
  return lines.map((line) => line.trimEnd()).join('\n');
}
