import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { pino } from 'pino';

import { todayAt } from '../../../shared/calendar/calendar.ts';
import { timestampNow, type Clock } from './context.ts';

/** The fields that an event may have in the log; no others are written. */
export type LogFields = {
  readonly correlationId?: string;
  readonly route?: string;
  readonly operation?: string;
  readonly code?: string;
  readonly status?: number | null;
  readonly durationMs?: number;
  /** The cause of an internal failure: name, message and stack, scrubbed. */
  readonly cause?: unknown;
};

export type Log = {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

/** Matches a field with a secret's name, and its value, in JSON and in JSON inside JSON, where quotes are escaped. */
const secretFields =
  /(\\*")([\w-]*(?:pass|secret|token|authorization|credential|jwt|key)[\w-]*)\1\s*:\s*\1(?:(?!\1).)*\1/gi;
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const email = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const longNumber = /\b\d{6,}(\d{4})\b/g;

/** Redacts secrets, e-mail addresses and full account numbers anywhere in a line. */
export function scrubbed(line: string): string {
  return line
    .replace(secretFields, '$1$2$1:$1[removed]$1')
    .replace(bearer, '$1 [removed]')
    .replace(jwt, '[removed]')
    .replace(email, '[address]')
    .replace(longNumber, '··$1');
}

/** Creates a log of JSON lines in `folder`, one file per UTC day. */
export function createLog(folder: string, clock: Clock): Log {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (line: string): void => {
    const file = join(folder, `${todayAt(clock.now())}.log`);
    try {
      appendFileSync(file, scrubbed(line), { mode: 0o600 });
    } catch {
      // Ignores a full disk: the caller's own error must still reach its caller.
    }
  };
  const time = (): string => `,"at":"${timestampNow(clock)}"`;
  const log = pino({ base: null, timestamp: time }, { write });
  return {
    info: (event, fields = {}) => {
      log.info(fields, event);
    },
    error: (event, fields = {}) => {
      log.error({ ...fields, cause: textOf(fields.cause) }, event);
    },
  };
}

function textOf(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause);
}
