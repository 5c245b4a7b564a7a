import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import { chainDigest, emptyChain, followChain } from '../../machine/hash-chain.ts';
import { row, rows, run, type AnyDatabase, type Journal } from '../../store/database.ts';
import { writeJournal } from '../../store/write-journal.ts';
import type { JournalHead } from '../../store/journal-head.ts';

/** The facts of a sending, without its outcome. They never change. */
type Send = {
  readonly submissionId: string;
  readonly reference: string;
  readonly operation: string;
  readonly subject: string;
  readonly payloadHash: string;
  readonly at: Timestamp;
  readonly correlationId: string;
};

type Link = Send & { readonly id: number; readonly n: number | null; readonly digest: string };

const emptyHead: JournalHead = { ...emptyChain, at: null };

/** Appends one send, with the digest over all sends and itself. Must be called in a transaction. */
export function appendSend(
  journal: Journal,
  submissionId: string,
  { at, correlationId, clocks }: Pick<Send, 'at' | 'correlationId'> & { readonly clocks: Moment },
): void {
  const about = row<Omit<Send, 'at' | 'correlationId'>>(
    journal,
    `SELECT submission_id AS submissionId, reference, operation, subject, payload_hash AS payloadHash
     FROM submission WHERE submission_id = ?`,
    submissionId,
  );
  if (about === null) throw new RangeError(`the submission ${submissionId} is not known`);
  const { count, digest } = journalHead(journal);
  run(
    journal,
    `INSERT INTO submission_attempt (submission_id, at, correlation_id, clocks, n, digest)
     VALUES (?, ?, ?, ?, ?, ?)`,
    submissionId,
    at,
    correlationId,
    JSON.stringify(clocks),
    count + 1,
    chainDigest(digest, fieldsOf({ ...about, at, correlationId })),
  );
}

export function journalHead(journal: AnyDatabase): JournalHead {
  return (
    row<JournalHead>(
      journal,
      'SELECT n AS count, digest, at FROM submission_attempt WHERE n IS NOT NULL ORDER BY n DESC LIMIT 1',
    ) ?? emptyHead
  );
}

/** Returns the head after the send of that number; null when there is no such send. */
export function headAt(journal: Journal, count: number): JournalHead | null {
  if (count === 0) return emptyHead;
  return row<JournalHead>(
    journal,
    'SELECT n AS count, digest, at FROM submission_attempt WHERE n = ?',
    count,
  );
}

/** The number of sends verified at opening. The first of their digests covers all earlier sends. */
const followedMax = 5_000;

/** Does every digest follow from the row before it, without a gap? */
export function chainHolds(journal: Journal): boolean {
  const { count } = journalHead(journal);
  const from = headAt(journal, Math.max(0, count - followedMax));
  return from !== null && followed(journal, from).isWhole;
}

function followed(journal: Journal, from: JournalHead): { isWhole: boolean; at: Timestamp | null } {
  const { isWhole, last } = followChain(from, links(journal, from.count), fieldsOf);
  return { isWhole, at: last?.at ?? from.at };
}

/**
 * Numbers and chains the sends of a salvaged journal in their order. Returns the time of the last send up to which the old chain
 * was intact; null when not even the first was.
 */
export function rechain(database: Journal): Timestamp | null {
  const { at } = followed(database, emptyHead);
  writeJournal(database, 'submission_attempt', () => {
    run(database, withoutAttempt);
    let { count, digest } = emptyHead;
    for (const link of links(database)) {
      count += 1;
      digest = chainDigest(digest, fieldsOf(link));
      run(
        database,
        'UPDATE submission_attempt SET n = ?, digest = ? WHERE id = ?',
        count,
        digest,
        link.id,
      );
    }
  });
  return at;
}

/** Adds an attempt to sent submissions whose attempts were lost. Those found at the bank never had any. */
const withoutAttempt = `
  INSERT INTO submission_attempt (submission_id, at, correlation_id, outcome)
  SELECT submission_id, created_at, 'salvaged', nullif(state, 'sending') FROM submission
  WHERE origin = 'sent' AND submission_id NOT IN (SELECT submission_id FROM submission_attempt) ORDER BY id`;

const idOf = (database: AnyDatabase, n: number): number =>
  row<{ id: number }>(database, 'SELECT id FROM submission_attempt WHERE n = ?', n)?.id ?? 0;

/** Rows read at a time, so that a journal of years is never in memory as a whole. */
const linksAtATime = 2_000;

function* links(database: AnyDatabase, behind = 0): Generator<Link> {
  for (let after = idOf(database, behind); ;) {
    const found = rows<Link>(
      database,
      `SELECT submission_attempt.id, n, digest, submission_id AS submissionId, reference, operation, subject,
         payload_hash AS payloadHash, at, correlation_id AS correlationId
       FROM submission_attempt JOIN submission USING (submission_id)
       WHERE submission_attempt.id > ? ORDER BY submission_attempt.id LIMIT ?`,
      after,
      linksAtATime,
    );
    yield* found;
    const last = found.at(-1);
    if (last === undefined || found.length < linksAtATime) return;
    after = last.id;
  }
}

/** Returns the fields in the order in which they are digested. */
const fieldsOf = (send: Send): readonly string[] => [
  ...[send.submissionId, send.reference, send.operation, send.subject, send.payloadHash],
  ...[send.at, send.correlationId],
];
