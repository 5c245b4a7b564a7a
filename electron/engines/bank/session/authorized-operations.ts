/** What the bank let in, and what it answered 401 to though the token was fresh, since somebody signed in. */
export type Admissions = {
  /** An answer other than 401 to a call of that operation. */
  authorized(operation: string): void;
  /**
   * A 401 to a fresh token. True when the bank has let nothing in since it refused another operation so: it is likelier
   * to be the sign-in than this user's rights.
   */
  refused(operation: string, generation: number): boolean;
  /** Was it refused a moment ago by the very token of that generation? Another fresh one would say no more. */
  isRefused(operation: string, generation: number): boolean;
  forget(): void;
};

type Refusal = { readonly generation: number; readonly atMs: number };

/** After so long a token may have ended by itself, and a fresh one is tried again. */
const momentMs = 60_000;

/** `monotonicMs`: milliseconds that never jump. */
export function createAdmissions(monotonicMs: () => number): Admissions {
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

/** Does the answer tell that the bank took the token, whatever else it says? */
export const showsAuthorized = (status: number | null): boolean =>
  status !== null && status < 500 && ![401, 407, 408, 429].includes(status);
