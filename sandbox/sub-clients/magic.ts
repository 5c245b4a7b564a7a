import type { MagicSubject } from '../server/faults/magic.ts';

export const magicSubClients: readonly MagicSubject[] = [
  {
    number: 'sub-client-cut',
    kind: 'sub-client',
    faults: [{ kind: 'cut-after-commit' }],
    sentence: 'Takes uploads, submission and deletion, then closes without an answer.',
  },
  {
    number: 'sub-client-silent',
    kind: 'sub-client',
    faults: [{ kind: 'never-answer' }],
    sentence: 'Takes the request and never answers.',
  },
  {
    number: 'sub-client-unavailable',
    kind: 'sub-client',
    faults: [{ kind: 'status', status: 503, body: 'html' }],
    sentence: 'Answers 503 with an HTML page.',
  },
];
