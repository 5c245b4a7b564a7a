/** One call as the bank saw it. */
export type LoggedCall = {
  readonly sequence: number;
  /** By the sandbox's clock. */
  readonly at: string;
  readonly operation: string;
  readonly method: string;
  /** Path and query below `/platform`. */
  readonly target: string;
  readonly correlationId: string | null;
  /** Kinds of the faults that struck. */
  readonly faults: readonly string[];
  /** Null while it is being answered, and when no answer was given. */
  status: number | null;
  /** Was the operation carried out? */
  performed: boolean;
};

const callsMax = 20_000;

export type CallLog = { calls: LoggedCall[]; count: number };

export const createCallLog = (): CallLog => ({ calls: [], count: 0 });

/** Logs a call; the oldest ones are dropped when there are too many. */
export function logCall(
  log: CallLog,
  call: Omit<LoggedCall, 'sequence' | 'status' | 'performed'>,
): LoggedCall {
  log.count += 1;
  const logged = { ...call, sequence: log.count, status: null, performed: false };
  log.calls.push(logged);
  if (log.calls.length > callsMax) log.calls.splice(0, callsMax / 2);
  return logged;
}

export function clearCalls(log: CallLog): void {
  log.calls = [];
  log.count = 0;
}
