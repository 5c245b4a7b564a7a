import type { AppError } from '../../shared/errors.ts';

/** What a list that can be searched is read from: the local copy, what was looked for, and the bank that is asked. */
export type ListSource = {
  readonly list: {
    readonly busy: boolean;
    readonly value: unknown;
    readonly error: AppError | null;
    readonly refresh: () => Promise<void>;
  };
  /** Asking the bank. */
  readonly fetching: { readonly busy: boolean; readonly error: AppError | null };
  readonly search: string;
  find(text: string): void;
};
