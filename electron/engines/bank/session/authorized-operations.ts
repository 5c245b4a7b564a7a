/** The operations that the bank authorized since the sign-in, and those that it refused with 401 to a fresh token. */
export type AuthorizedOperations = {
  /** An answer other than 401 to a call of that operation. */
  authorized(operation: string): void;
  /**
   * A 401 to a fresh token. True when the bank has let nothing in since it refused another operation so: it is likelier
   * to be the sign-in than this user's rights.
   */
  refused(operation: string, generation: number): boolean;
  /** Was it refused a moment ago with the token of that generation? Another fresh token would not help. */
  isRefused(operation: string, generation: number): boolean;
  forget(): void;
};

type Refusal = { readonly generation: number; readonly atMs: number };

/** After so long a token may have ended by itself, and a fresh one is tried again. */
const momentMs = 60_000;

/** `monotonicMs`: milliseconds that never jump. */
export function createAuthorizedOperations(monotonicMs: () => number): AuthorizedOperations {
  const refusals = new Map<string, Refusal>();
  /** Operations refused since anything was let in. */
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
