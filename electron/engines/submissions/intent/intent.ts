import type { ChangingOperation, OperationInput } from '../../../../shared/bank/catalogue.ts';
import type { SubmissionAbout } from '../../../../shared/ipc/submissions.ts';

/** A change to be sent. */
export type Intent<N extends ChangingOperation> = {
  /** Created with the form. The same reference is never sent twice. */
  readonly reference: string;
  readonly operation: N;
  /** The subject of the change, such as an entity id. While one change of it is open, another is refused. */
  readonly subject: string;
  /** The operation's input. */
  readonly payload: OperationInput<N>;
  /** Fields that are stored with the payload but not sent, such as a file's digest. */
  readonly alongside?: Readonly<Record<string, string>>;
  readonly about: SubmissionAbout;
  /** Equal for orders that look like the same one sent twice. */
  readonly likeness?: string;
  /** References of twins that a person has confirmed, for a claim of the team. Not stored. */
  readonly twins?: readonly string[];
  /** What could not be read from the bank, as the sender confirmed, for a claim of the team. Not stored. */
  readonly unread?: readonly string[];
};

export type AnyIntent = { [N in ChangingOperation]: Intent<N> }[ChangingOperation];
