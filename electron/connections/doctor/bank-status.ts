import { limits } from '../../../shared/limits.ts';
import { operationRowsOf } from '../../engines/bank/file/operation-rows.ts';
import type { Examination } from './examination.ts';

/** Reports the offset between the bank's clock and ours, by the Date of its answers. */
export function examineClock(exam: Examination): void {
  const offsetMs = exam.parts.bank.clockOffsetMs();
  if (offsetMs === null) {
    exam.record('clock', {
      state: 'warning',
      detail: 'Its answers carry no time.',
      advice: 'Quotes are timed by this machine’s own clock. Keep it set by the network.',
    });
    return;
  }
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  const apart =
    seconds === 0
      ? 'The bank’s clock and this machine’s agree to the second.'
      : `The bank’s clock is ${seconds} ${seconds === 1 ? 'second' : 'seconds'}${inHours(seconds)} ${offsetMs < 0 ? 'behind' : 'ahead of'} this machine’s.`;
  if (Math.abs(offsetMs) <= limits.clockSkewMs)
    exam.record('clock', { state: 'ok', detail: apart });
  else
    exam.record('clock', {
      state: 'warning',
      detail: apart,
      advice:
        'Let the network set this machine’s clock. Quotes expire by the bank’s clock in any case.',
    });
}

/** The offset in whole hours, which points to a wrong time zone. */
function inHours(seconds: number): string {
  const hours = Math.round(seconds / 3_600);
  return hours === 0 ? '' : ` (about ${hours} ${hours === 1 ? 'hour' : 'hours'})`;
}

/** Reports how the bank file says that a repeated change is recognised. It is not tested: the doctor changes nothing. */
export function examineIdempotency(exam: Examination): void {
  const { idempotency } = exam.parts.bankFile;
  if (idempotency)
    exam.record('idempotency', {
      state: 'ok',
      detail: `By the bank file every change carries its own key in the header ${idempotency.header}.`,
    });
  else
    exam.record('idempotency', {
      state: 'warning',
      detail:
        'The bank file declares none: the bank itself does not notice a change that arrives twice.',
      advice:
        'The desk never sends a change again by itself, so this is safe. If the bank has a header for it, write it at idempotency.',
    });
}

export function examineOperations(exam: Examination): void {
  const rows = operationRowsOf(exam.parts.bankFile);
  const count = (state: string): number => rows.filter((row) => row.state === state).length;
  const overridden = rows.filter((row) => row.isOverridden).length;
  const closed = count('closed');
  const inSandbox = count('sandbox');
  const open = inSandbox > 0 ? `, ${inSandbox} open at this test bank only` : '';
  exam.record('operations', {
    state: 'ok',
    detail: `${count('specified')} specified, ${count('confirmed')} confirmed by the bank file${open}, ${closed} closed; ${overridden} described in the bank’s own way.`,
    ...(closed > 0
      ? {
          advice:
            'A closed operation opens when the bank file names it under operations, once the bank has confirmed its path.',
        }
      : {}),
  });
}
