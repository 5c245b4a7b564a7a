/** The parts of an error's message, and the errors that the window itself makes: all that it needs before anything else is loaded. */

export type ErrorEntry = {
  /** What happened, in a few words. */
  readonly title: string;
  /** What is safe and what to do next, in one sentence. */
  readonly advice: string;
  /** May a person simply try the same thing again? */
  readonly retryable: boolean;
  readonly severity: 'notice' | 'warning' | 'error';
};

const entryOf =
  (severity: ErrorEntry['severity']) =>
  (title: string, advice: string, retryable = false): ErrorEntry => ({
    title,
    advice,
    retryable,
    severity,
  });

export const notice = entryOf('notice');
export const warning = entryOf('warning');
export const error = entryOf('error');

/** What was asked for was not done. */
export const unchanged = (title: string, advice: string, retryable = false): ErrorEntry =>
  warning(title, `Nothing was changed. ${advice}`, retryable);

/** Nothing is sent until a person has done something. */
export const paused = (title: string, advice: string): ErrorEntry =>
  error(`Sending paused: ${title}`, `Nothing was sent. Reading is safe. ${advice}`);

/** Failures of which the window itself is the first to know. */
export const windowErrors = {
  'input.invalid': notice('Check what was entered', 'Nothing was sent. Correct it and try again.'),
  'bank.refused': unchanged('The bank refused the request', 'The bank’s message is below.'),
  'file.empty': notice('The file is empty', 'It was not used. Choose another file.'),
  'file.not-opened': warning(
    'The file cannot be opened',
    'It was not used. Check that it still exists and may be read.',
    true,
  ),
  'file.too-large': notice(
    'The file is too large',
    'It was not used. Make it smaller and drop it again.',
  ),
  'file.unreadable': warning(
    'The file cannot be read',
    'Nothing was imported. Correct it, or export it again from its source.',
  ),
  'recording.unusable': notice(
    'No bank file can be proposed from these recordings',
    'Nothing was written. Correct what is named, or record once more.',
  ),
  'team.requested': notice(
    'Its approval is requested',
    'Nothing was sent. Open Approvals: it is sent from there once it is approved.',
  ),
  declined: notice('Not confirmed', 'Nothing was changed, and nothing was sent.', true),
  cancelled: notice('Stopped', 'What was finished before stays.', true),
  internal: error(
    'Something in Nostro went wrong',
    'Nothing was sent twice. Quote the reference when you report it.',
  ),
} satisfies Record<string, ErrorEntry>;

/** The details of one failure. */
export type Extra = {
  /** Replaces the first half of the message: what happened in this case. */
  message?: string;
  technical?: string | undefined;
  operation?: string;
  fields?: Record<string, string>;
  bank?: { status: number; message?: string };
};

/** Builds an error from its entry. A sentence of the advice that the message already has is not repeated. */
export function errorFrom<Code extends string>(
  code: Code,
  { title, advice, retryable, severity }: ErrorEntry,
  correlationId: string,
  { message, technical, ...rest }: Extra,
) {
  const happened = message ?? `${title}.`;
  const sentences = advice.split(/(?<=\.) /);
  return {
    ...{ code, title, severity, retryable, correlationId },
    message: [happened, ...sentences.filter((one) => !happened.includes(one))].join(' '),
    ...rest,
    ...(technical === undefined ? {} : { technical }),
  };
}

/** True where the bank could not be reached: such a failure is over once the bank answers again. */
export const isLineFailure = (code: string): boolean =>
  code === 'network.unreachable' || code === 'network.timeout';
