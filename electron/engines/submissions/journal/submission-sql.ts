/** SQL to follow JOIN: the submission `s` of a reference. */
export const submissionSql = (reference: string): string =>
  `submission s ON s.reference = ${reference}`;

/** Like {@link submissionSql}, by an index of references and states, for many references at once. */
export const submissionStateSql = (reference: string): string =>
  `submission s INDEXED BY submission_reference_state ON s.reference = ${reference}`;

/** SQL: the extra fields (JSON) that were sent for the bank's record; null where nothing was sent from here. */
export const sentFieldsSql = (reference: string, recordId: string): string =>
  `(SELECT json_extract(s.about, '$.more') FROM submission s
   WHERE s.reference = ${reference} AND s.record_id = ${recordId} AND s.origin = 'sent')`;

/** SQL: a value that changes with every new submission and every reconciliation. */
export const submissionStampSql =
  "((SELECT coalesce(max(id), 0) FROM submission) || ' ' || (SELECT count(*) FROM reconciliation))";
