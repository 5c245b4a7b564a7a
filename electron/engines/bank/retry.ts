import { limits } from '../../../shared/limits.ts';

const budgetPerMinute = 20;

/** Decides whether a read is retried, and after how long. */
type RetryPolicy = {
  /** Returns the milliseconds to wait before the retry; null to give up. `tries` counts the requests already sent. */
  next(tries: number, retryAfter: string | null): { waitMs: number; isRequested: boolean } | null;
};

type RetryPorts = {
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Milliseconds since 1970, for dates in Retry-After. */
  readonly now: () => number;
  /** Milliseconds that never jump, for the budget. */
  readonly monotonicNow: () => number;
};

/** Allows at most three retries a call and twenty a minute, with full jitter. The bank's Retry-After takes precedence. */
export function createRetryPolicy(ports: RetryPorts): RetryPolicy {
  const spent: number[] = [];
  return {
    next(tries, retryAfter) {
      const retryAfterMs = retryAfterMsOf(retryAfter, ports.now());
      if (tries > limits.readRetriesMax) return null;
      if ((retryAfterMs ?? 0) > limits.retryAfterMaxMs) return null;
      if (!takeFrom(spent, ports.monotonicNow())) return null;
      const cap = Math.min(limits.retryCapMs, limits.retryBaseMs * 2 ** (tries - 1));
      return retryAfterMs === null
        ? { waitMs: Math.round(ports.random() * cap), isRequested: false }
        : { waitMs: retryAfterMs, isRequested: true };
    },
  };
}

/** Retry-After in milliseconds, from seconds or a date; null when it is unreadable. */
export function retryAfterMsOf(retryAfter: string | null, nowMs: number): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1_000;
  const at = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

function takeFrom(spent: number[], now: number): boolean {
  while ((spent[0] ?? now) <= now - 60_000) spent.shift();
  if (spent.length >= budgetPerMinute) return false;
  spent.push(now);
  return true;
}
