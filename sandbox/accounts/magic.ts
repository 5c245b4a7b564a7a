import type { Fault } from '../server/faults/faults.ts';
import type { MagicSubject } from '../server/faults/magic.ts';

const account = (
  number: string,
  fault: Fault,
  sentence: string,
  strikes?: 'later-pages',
): MagicSubject => ({
  number,
  kind: 'account',
  faults: [fault],
  sentence,
  ...(strikes ? { strikes } : {}),
});

/** Each magic account is a USD account with a short history of its own. */
export const magicAccounts: readonly MagicSubject[] = [
  account(
    '9900000400',
    { kind: 'status', status: 400, message: 'Refused by magic number' },
    'Refuses every call with 400 and a reason.',
  ),
  account(
    '9900000401',
    { kind: 'token-expired' },
    'Every access token expires when it is asked for.',
  ),
  account('9900000404', { kind: 'status', status: 404 }, 'Answers 404, as if it had been closed.'),
  account(
    '9900000429',
    { kind: 'busy', retryAfter: '1' },
    'Answers 429 and asks to wait a second.',
  ),
  account('9900000500', { kind: 'status', status: 500 }, 'Answers 500 with a JSON body.'),
  account(
    '9900000502',
    { kind: 'status', status: 502, body: 'html' },
    'Answers 502 with the HTML page of a proxy.',
  ),
  account(
    '9900000503',
    { kind: 'status', status: 503, retryAfter: '1' },
    'Answers 503 and asks to wait a second.',
  ),
  account('9900000001', { kind: 'never-answer' }, 'Takes the request and never answers.'),
  account('9900000002', { kind: 'latency', ms: 3000 }, 'Answers after three seconds.'),
  account('9900000003', { kind: 'cut-body' }, 'Cuts the answer in the middle.'),
  account('9900000004', { kind: 'endless-body' }, 'Sends an answer that never ends.'),
  account(
    '9900000005',
    { kind: 'content-type', value: 'text/html' },
    'Sends the right answer as text/html.',
  ),
  account(
    '9900000006',
    { kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
    'Sends the caller to another address.',
  ),
  account(
    '9900000007',
    { kind: 'slow-drip', bytes: 64, everyMs: 50 },
    'Sends its answer a few bytes at a time.',
  ),
  account('9900000008', { kind: 'huge-body' }, 'Sends an answer of 11 MiB.'),
  account('9900000009', { kind: 'gzip' }, 'Sends a compressed answer without a request for it.'),
  account(
    '9900000010',
    { kind: 'cut-after-commit' },
    'Does what was asked, then closes the connection without an answer.',
  ),
  account(
    '9900000011',
    { kind: 'never-answer-after-commit' },
    'Does what was asked, then never answers.',
  ),
  account('9900000012', { kind: 'reset' }, 'Closes the connection before anything is done.'),
  account('9900000013', { kind: 'deep-json' }, 'Sends JSON nested 200,000 deep.'),
  account(
    '9900000101',
    { kind: 'duplicate-page' },
    'Every later page of its statement repeats the page before.',
  ),
  account('9900000102', { kind: 'shuffled-order' }, 'The entries of a page come in no order.'),
  account(
    '9900000103',
    { kind: 'lying-total', by: 3 },
    'Its statement claims three entries more than there are.',
  ),
  account(
    '9900000104',
    { kind: 'missing-page' },
    'Later pages of its statement are empty.',
    'later-pages',
  ),
  account(
    '9900000105',
    { kind: 'moving-page' },
    'A new entry is booked whenever a later page is read.',
    'later-pages',
  ),
  account('9900000106', { kind: 'lying-closing' }, 'Its closing balance is wrong by one cent.'),
  account(
    '9900000201',
    { kind: 'entry-twice' },
    'One entry comes twice, the second time with another amount.',
  ),
  account(
    '9900000202',
    { kind: 'amount-text', text: '12.123456789' },
    'One amount has nine decimals.',
  ),
  account(
    '9900000203',
    { kind: 'amount-text', text: '1.5e3' },
    'One amount is written with an exponent.',
  ),
  account(
    '9900000204',
    { kind: 'unknown-currency' },
    'One entry has a currency that does not exist.',
  ),
  account('9900000205', { kind: 'unknown-direction' }, 'One entry is neither debit nor credit.'),
  account('9900000206', { kind: 'impossible-date' }, 'One entry is dated 30 February.'),
  account(
    '9900000207',
    { kind: 'rewritten-entry' },
    'Its oldest entry says something else at every reading.',
  ),
  account('9900000208', { kind: 'withdrawn-entry' }, 'It loses its oldest entry at every reading.'),
];
