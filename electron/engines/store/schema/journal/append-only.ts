/** Two triggers that refuse every change and removal of a table's rows; `row` names one in the message. */
export const appendOnly = (
  table: string,
  row: string,
): string => `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
BEGIN
  SELECT raise(ABORT, '${row} is never changed');
END;
CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
BEGIN
  SELECT raise(ABORT, '${row} is never removed');
END;`;
