import {
  linesThatCameToNothing,
  stoppedFiles,
  type LinesWithoutEffect,
  type StoppedFile,
} from '../../payments/file/tables/troubled-files.ts';
import {
  counted,
  exceptionId,
  newsMs,
  timeBefore,
  type Finding,
  type Source,
} from './exception.ts';

/**
 * Finds payment files that were stopped before their last line was sent, and those with refused or unsent lines: one exception per file of
 * any length. Unsent lines of a stopped file are sent when it goes on.
 */
export const paymentFiles: Source = ({ journal, clock }) => {
  const stopped = stoppedFiles(journal);
  const goOn = new Set(stopped.map(({ batchId }) => batchId));
  const lines = linesThatCameToNothing(journal, timeBefore(clock, newsMs)).filter(
    ({ batchId, state }) => state === 'refused' || !goOn.has(batchId),
  );
  return [...stopped.map(stoppedFinding), ...lines.map(linesFinding)];
};

const nothingKnown = {
  status: null,
  amount: null,
  submissionId: null,
} as const;

function stoppedFinding({ batchId, fileName, stopReason, ...file }: StoppedFile): Finding {
  const { lines, unsent, since } = file;
  const rest = `${String(unsent)} of its ${counted(lines, 'line')} ${unsent === 1 ? 'was' : 'were'} not sent.`;
  return {
    ...nothingKnown,
    exceptionId: exceptionId('stopped-batch', batchId, String(unsent)),
    kind: 'stopped-batch',
    title: `${fileName} stopped half way`,
    detail: stopReason === null ? rest : `${stopReason} ${rest}`,
    since,
    next: 'Resume file',
    place: { view: 'batches', batchId },
  };
}

function linesFinding({ batchId, fileName, state, lines, lastAt }: LinesWithoutEffect): Finding {
  const words = `${counted(lines, 'line')} ${state === 'refused' ? 'refused by the bank' : 'not sent'}`;
  return {
    ...nothingKnown,
    exceptionId: exceptionId(state, `file-${batchId}`, lastAt),
    kind: state,
    title: `${fileName}: ${words}`,
    detail: `Of this payment file ${words}; the file shows each with its reason.`,
    since: lastAt,
    next: 'Open the payment file',
    place: { view: 'batches', batchId },
  };
}
