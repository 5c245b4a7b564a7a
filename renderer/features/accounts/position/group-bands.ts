import type { Position, PositionAccount } from '../../../../shared/ipc/accounts/accounts.ts';
import { sumByCurrency, type Money } from '../../../../shared/money/money.ts';
import type { Band, BandSums, InFlightNow } from './bands.ts';

/** By the groups that people gave the accounts, in alphabetical order; those of no group are last, under no name. */
export function groupBands(position: Position, inFlight: InFlightNow | null): Band[] {
  const accounts = position.currencies.flatMap((group) => group.accounts);
  const groups = Map.groupBy(accounts, ({ plan }) => plan.group);
  const names = [...groups.keys()].toSorted(
    (a, b) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'en'),
  );
  return names.flatMap((name) => {
    const own = groups.get(name) ?? [];
    // Accounts without a group have nothing in common.
    if (name === '')
      return own.map((account) => ({
        key: account.accountNumber,
        label: '',
        accounts: [account],
        sums: null,
      }));
    return [
      {
        key: `group ${name}`,
        label: name,
        accounts: own,
        sums: sumsOf(own, { position, inFlight }),
      },
    ];
  });
}

function sumsOf(
  accounts: readonly PositionAccount[],
  { position, inFlight }: { position: Position; inFlight: InFlightNow | null },
): BandSums | null {
  if (new Set(accounts.map(({ currency }) => currency)).size !== 1) return null;
  const flights = new Map(inFlight?.rows.map((row) => [row.accountNumber, row]));
  const flows = accounts.map(({ day }) => (day?.date === position.day ? day : null));
  const [into, out, net] = [
    sumOf(flows.map((flow) => flow?.in ?? null)),
    sumOf(flows.map((flow) => flow?.out ?? null)),
    sumOf(flows.map((flow) => flow?.net ?? null)),
  ];
  const entries = flows.reduce((sum, flow) => sum + (flow?.entries ?? 0), 0);
  const leaving = accounts.flatMap(
    ({ accountNumber }) => flights.get(accountNumber)?.inFlight.amount ?? [],
  );
  return {
    booked: sumOf(accounts.map(({ booked }) => booked)),
    leaving: leaving.length === 0 ? null : sumOf(leaving),
    after: sumOf(
      accounts.map(({ accountNumber, available, booked }) => {
        const flight = flights.get(accountNumber);
        return flight ? flight.after : (available ?? booked);
      }),
    ),
    day:
      position.day && into && out && net
        ? { date: position.day, in: into, out, net, entries }
        : null,
  };
}

/** The sum; null if one of the amounts is not known. */
function sumOf(amounts: readonly (Money | null)[]): Money | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === amounts.length ? (sumByCurrency(known)[0] ?? null) : null;
}
