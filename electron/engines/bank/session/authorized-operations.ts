/** The operations that the bank authorized since the sign-in, and those that it refused with 401 to a fresh token. */
export type AuthorizedOperations = {
  /** Records an answer other than 401 to a call of that operation. */
  authorized(operation: string): void;
  /**
   * Records a 401 to a fresh token. Returns true when the bank has authorized nothing since it refused another operation like
   * this: the cause is then more likely the sign-in than this user's rights.
   */
  refused(operation: string, generation: number): boolean;
  /** Was the operation refused a moment ago with the token of that generation? Then another fresh token would not help. */
  isRefused(operation: string, generation: number): boolean;
  forget(): void;
};

type Refusal = { readonly generation: number; readonly atMs: number };

/** After this time the token may have expired, so a fresh one is tried again. */
const momentMs = 60_000;

/** `monotonicMs`: milliseconds that never jump. */
export function createAuthorizedOperations(monotonicMs: () => number): AuthorizedOperations {
  const refusals = new Map<string, Refusal>();
  /** Operations refused since the last authorized call. */
  const inARow = new Set<string>();
  return {
    authorized(operation) {
      refusals.delete(operation);
      inARow.clear();
    },
    refused(operation, generation) {
      refusals.set(operation, { generation, atMs: monotonicMs() });
      inARow.add(operation);
      return inARow.size > 1;
    },
    isRefused(operation, generation) {
      const last = refusals.get(operation);
      return last?.generation === generation && monotonicMs() - last.atMs < momentMs;
    },
    forget() {
      refusals.clear();
      inARow.clear();
    },
  };
}

/** Does the status show that the bank accepted the token, whatever the answer is? */
export const showsAuthorized = (status: number | null): boolean =>
  status !== null && status < 500 && ![401, 407, 408, 429].includes(status);
