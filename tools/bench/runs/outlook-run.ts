import { outlookInPieces } from '../../../electron/engines/recurring/outlook.ts';
import { toTheEnd } from '../../../electron/engines/store/threads/turns.ts';
import { ahead, historyDays, scoreForecast, nothingSeen, type Seen } from '../forecast-score.ts';
import { generatedCash } from '../cash-years.ts';
import { median, timed } from '../figures.ts';

/** The outlook of generated accounts, forecast every week of two years and compared with what came: `node outlook-run.ts ACCOUNTS`. */

const accounts = Number(process.argv[2] ?? '10');

let seen: Seen = nothingSeen;
for (let seed = 1; seed <= accounts; seed += 1)
  seen = scoreForecast(generatedCash(seed * 104_729), { everyDays: 7, seen });

const { movements, to } = generatedCash(5);
const history = movements.filter(({ day }) => day > to - historyDays);
const ms = await timed(7, () =>
  toTheEnd(outlookInPieces({ movements: history, known: [], today: to, knownTo: to, days: ahead })),
);
const plainMs = await timed(7, () => history.reduce((sum, { units }) => sum + units, 0n));
const percent = (part: bigint): number => Number((part * 100_000n) / seen.moved) / 1_000;
console.log(
  JSON.stringify({
    errorPercent: percent(seen.ours),
    lastMonthPercent: percent(seen.lastMonth),
    knowingPercent: percent(seen.knowing),
    ...{ lines: seen.lines, strange: seen.strange, came: seen.came, predicted: seen.predicted },
    ...{ accounts, ms: median(ms), plainMs: median(plainMs) },
  }),
);
