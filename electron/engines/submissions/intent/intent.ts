import type { ChangingOperation, OperationInput } from '../../../../shared/bank/catalogue.ts';
import type { SubmissionAbout } from '../../../../shared/ipc/submissions.ts';

/** A change that is to be sent. */
export type Intent<N extends ChangingOperation> = {
  /** Born with the form; the same reference is never sent twice. */
  readonly reference: string;
  readonly operation: N;
  /** What it is about, such as an entity id: while one of its changes is open, another is refused. */
  readonly subject: string;
  /** The operation's input. */
  readonly payload: OperationInput<N>;
  /** What is stored with the payload and not sent, such as a file's digest. */
  readonly alongside?: Readonly<Record<string, string>>;
  readonly about: SubmissionAbout;
  /** Equal for orders that look like the same one sent twice. */
  readonly likeness?: string;
  /** References of those that look the same and that a person has confirmed, for a claim of the team. Not stored. */
  readonly twins?: readonly string[];
  /** What of the bank could not be read and was confirmed so, for a claim of the team. Not stored. */
  readonly unread?: readonly string[];
};

export type AnyIntent = { [N in ChangingOperation]: Intent<N> }[ChangingOperation];
