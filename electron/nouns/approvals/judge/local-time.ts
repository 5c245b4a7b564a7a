/** Day, clock and day of the week (Monday is 1) at a place. */
export type LocalTime = {
  readonly day: string;
  readonly clock: string;
  readonly weekday: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  formats.set(zone, made);
  return made;
}

/** Caches a function of time and zone: all lines of a request are checked at one time, and formatting is the slowest part. */
function remembered<T>(ask: (time: string, zone: string) => T): (time: string, zone: string) => T {
  const known = new Map<string, T>();
  return (time, zone) => {
    const key = `${time} ${zone}`;
    const answer = known.get(key) ?? ask(time, zone);
    if (!known.has(key) && known.size >= rememberedMax) known.clear();
    known.set(key, answer);
    return answer;
  };
}

const rememberedMax = 16;

/** The time in a zone, such as Europe/Berlin. */
export const localTime = remembered((at: string, zone: string): LocalTime => {
  const [day = '', clock = ''] = formatOf(zone).format(new Date(at)).split(' ');
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return { day, clock, weekday: weekday === 0 ? 7 : weekday };
});

/** The first instant of a day (YYYY-MM-DD) at a place, ISO 8601 UTC. */
export const startOfDay = remembered((day: string, zone: string): string => {
  const wantedMs = Date.parse(`${day}T00:00:00Z`);
  let at = wantedMs;
  // The second round is needed where the clocks change in between, the third where the day has no midnight.
  for (let round = 0; round < 3; round += 1) {
    const local = localTime(new Date(at).toISOString(), zone);
    at += wantedMs - Date.parse(`${local.day}T${local.clock}:00Z`);
  }
  return new Date(at).toISOString();
});
