import { todayAt, type IsoDate, type Timestamp } from '../../shared/calendar/calendar.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The bank's own clock; it can be moved forward. Instants are milliseconds since 1970. */
export type SandboxClock = {
  now(): number;
  advance(ms: number): void;
  state(): ClockState;
  set(state: ClockState): void;
};

/** A running clock is ahead of the machine's by `offsetMs`; a stopped one stands at `standsAtMs`. */
type ClockState = { offsetMs: number } | { standsAtMs: number };

/** Without `startAt` the clock is the machine's; with it, it starts there and stands still unless `running`. */
export function createClock({
  startAt,
  running = startAt === undefined,
}: { startAt?: Timestamp; running?: boolean } = {}): SandboxClock {
  const startMs = startAt === undefined ? Date.now() : Date.parse(startAt);
  let state: ClockState = running ? { offsetMs: startMs - Date.now() } : { standsAtMs: startMs };
  const shifted = (ms: number): ClockState =>
    'offsetMs' in state ? { offsetMs: state.offsetMs + ms } : { standsAtMs: state.standsAtMs + ms };
  return {
    now: () => ('offsetMs' in state ? Date.now() + state.offsetMs : state.standsAtMs),
    advance: (ms) => void (state = shifted(ms)),
    state: () => state,
    set: (next) => void (state = next),
  };
}

export const timestampOf = (clock: SandboxClock): Timestamp => new Date(clock.now()).toISOString();

export const todayOf = (clock: SandboxClock): IsoDate => todayAt(clock.now());
