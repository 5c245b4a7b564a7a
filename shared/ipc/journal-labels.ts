import type { JournalStatus } from './submissions.ts';

/** Why sending is closed, what is safe and what opens it, in plain words; null when sending is open. */
export function journalWords(status: JournalStatus): string | null {
  const what = whatIsWrong(status);
  return what === null
    ? null
    : `${what} Reading is safe. Sending is paused until it is reconciled with the bank.`;
}

function whatIsWrong({ state, sends, expectedSends }: JournalStatus): string | null {
  const missing = expectedSends - sends;
  switch (state) {
    case 'damaged':
      return `The sent log was damaged${readOf(sends, expectedSends)}.`;
    case 'missing':
      return expectedSends > 0
        ? `The sent log is missing: this machine knows of ${counted(expectedSends)}.`
        : 'The sent log is missing.';
    case 'older':
      return missing > 0
        ? `The sent log is older than what this machine knows: ${counted(missing)} ${missing === 1 ? 'is' : 'are'} missing.`
        : 'The sent log is not the one that this machine knows.';
    case 'foreign':
      return 'The sent log belongs to another bank or data folder.';
    case 'left':
      return 'This desk left its team, and the others may still be sending.';
    case 'whole':
    case 'unchecked':
      return null;
  }
}

function readOf(sends: number, expectedSends: number): string {
  if (expectedSends === 0) return '';
  if (sends < expectedSends) return `: ${sends} of its ${counted(expectedSends)} could be read`;
  return expectedSends === 1
    ? ': its one send could be read'
    : `: all ${sends} sends could be read`;
}

const counted = (sends: number): string => `${sends} ${sends === 1 ? 'send' : 'sends'}`;
