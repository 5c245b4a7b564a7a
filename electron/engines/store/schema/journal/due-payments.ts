/**
 * Payments for a later day, which this desk holds because the bank accepts no date. Every day is YYYY-MM-DD, every time ISO 8601 text
 * in UTC. "actor" is who did it (shared/actor.ts, JSON).
 */
export const duePaymentTables = `
-- A row is a payment for a later day. "document" is the order as it will be sent (JSON); day is when it is due, entered_day
-- the day that a person or a file gave, and moved why both differ. "fingerprint" stands for the payee's bank details that were
-- known then. State sent: what came of it stands in the submission under the reference, on the desk that sent it.
CREATE TABLE due_payment (
  reference TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('scheduled', 'sent', 'withdrawn')),
  day TEXT NOT NULL,
  entered_day TEXT NOT NULL,
  moved TEXT,
  document TEXT NOT NULL,
  payee TEXT NOT NULL,
  fingerprint TEXT,
  source TEXT NOT NULL CHECK (source IN ('form', 'file', 'template', 'recurring', 'command')),
  source_id TEXT NOT NULL,
  scheduled_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX due_payment_open ON due_payment (day, scheduled_at, reference) WHERE state = 'scheduled';

-- A row is what a person did to such a payment after it was scheduled, in its order. released: it was sent although it was
-- held, on that person's name. amount: its amount was entered. "detail" is why, the day before, or the amount before.
CREATE TABLE due_payment_change (
  reference TEXT NOT NULL REFERENCES due_payment (reference),
  n INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('day', 'amount', 'withdrawn', 'released', 'sent')),
  day TEXT NOT NULL,
  detail TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  PRIMARY KEY (reference, n)
) STRICT, WITHOUT ROWID;

-- A row is a payment of a recurring one whose amount a person must enter first, or that a person withdrew before. It is no
-- payment yet: with its amount it becomes a row of due_payment, and this one is deleted. "actor" is who prepared or withdrew it, at
-- "changed_at".
CREATE TABLE due_amount (
  reference TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('needed', 'withdrawn')),
  series_id TEXT NOT NULL,
  day TEXT NOT NULL,
  entered_day TEXT NOT NULL,
  moved TEXT,
  fingerprint TEXT,
  prepared_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX due_amount_needed ON due_amount (day, reference) WHERE state = 'needed';

-- A row is a recurring payment: "document" is what each payment has, its rhythm, its first and its last day (JSON); an amount of
-- null is entered for each payment. Its payments are rows of due_payment, or of due_amount before their amount is known.
CREATE TABLE payment_series (
  series_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  document TEXT NOT NULL,
  is_ended INTEGER NOT NULL CHECK (is_ended IN (0, 1)),
  created_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is a day's run: a person lets this desk send payments of one day by itself, until a moment of that day. "document" names
-- them: reference and digest of what would be sent (JSON). It begins once: started is written before the first one is sent. sent is
-- how many the bank accepted, reason why it ended. reconciled_at is the comparison with the bank that was the last when it was
-- planned; behind another one it does not count. It stays on this desk: no other one sends by it.
CREATE TABLE due_day_run (
  run_id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  until TEXT NOT NULL,
  document TEXT NOT NULL,
  reconciled_at TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'started', 'done', 'stopped', 'withdrawn')),
  sent INTEGER NOT NULL CHECK (sent >= 0),
  reason TEXT,
  ended_at TEXT,
  planned_at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX due_day_run_open ON due_day_run (day) WHERE state IN ('open', 'started');
CREATE INDEX due_day_run_day ON due_day_run (day, planned_at, run_id);
`;
