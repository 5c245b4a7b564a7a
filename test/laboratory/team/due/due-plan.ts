import { dice } from '../../dice.ts';
import { planOfTeam, type NameAt, type TeamPlan, type TeamStep } from '../plan.ts';
import { holdPoints, sendingOf, type Sending } from '../sendings.ts';
import { desks, type DeskAt } from '../world.ts';

const minute = 60_000;

/** A history of a team whose desks have one list of what is due, scheduled or recurring. Everything else is as in the plan of the seed. */
export function planOfDueTeam(seed: number): TeamPlan {
  const plan = planOfTeam(seed);
  const die = dice(seed ^ 0xd0e5);
  const { theme } = plan;
  const desk = (): DeskAt => die.of(desks);
  // Few invoices: they are scheduled, paid at once, and meet their twins.
  const what = (): { readonly invoice: number; readonly name: NameAt } => ({
    ...{ invoice: die.below(3), name: die.of([0, 0, 0, 1]) },
  });
  const sendDue = (at: DeskAt, change: Partial<Sending> = {}): TeamStep => ({
    ...{ do: 'send due', desk: at, ...sendingOf(die, theme), ...change },
  });
  const scheduled = (at: DeskAt): TeamStep =>
    die.chance(0.4)
      ? { do: 'prepare recurring', desk: at }
      : { do: 'schedule', desk: at, ...what() };

  /** Both send the same list; one may stand still on its way to the bank. */
  function race(): TeamStep[] {
    const at = desk();
    const other = die.of(desks.filter((one) => one !== at));
    const isHeld = die.chance(0.4);
    return [
      scheduled(at),
      ...[at, other].map((one) => ({ do: 'read on', desk: one }) as const),
      sendDue(at, isHeld ? { hold: die.of(holdPoints), killAt: null, fault: null } : {}),
      { do: 'wait', ms: die.of([3_000, 70_000, 16 * minute]), asleep: [] },
      sendDue(other),
      ...(isHeld ? [{ do: 'release', desk: at } as const] : []),
      ...(die.chance(0.5) ? [sendDue(at)] : []),
    ];
  }

  /** A machine is put back that scheduled or sent meanwhile. */
  function putBack(): TeamStep[] {
    const at = desk();
    return [
      { do: 'take a snapshot of the machine', desk: at },
      ...(die.chance(0.5) ? [scheduled(at), { do: 'read on', desk: at } as const] : []),
      sendDue(at),
      { do: 'put the machine back', desk: at },
      sendDue(at),
    ];
  }

  const draws: readonly (readonly [number, () => TeamStep[]])[] = [
    [8, race],
    [3, putBack],
    [4, () => [scheduled(desk())]],
    [6, () => [sendDue(desk())]],
    [4, () => [{ do: 'pay', desk: desk(), ...what(), ...sendingOf(die, theme) }]],
    [4, () => [{ do: 'read on', desk: desk() }]],
    [2, () => [{ do: 'sync', desk: desk() }]],
    [2, () => [{ do: 'mend the line', desk: desk() }]],
    [3, () => [{ do: 'restart', desk: desk(), how: die.of(['ended', 'killed'] as const) }]],
    [2, () => [{ do: 'set the clock', desk: desk(), ms: die.of([3, -11, 90, -90]) * minute }]],
    [2, () => [{ do: 'wait', ms: die.of([5, 16, 40]) * minute, asleep: [] }]],
  ];
  const count = 6 + die.below(6);
  return { ...plan, steps: Array.from({ length: count }, () => die.weighted(draws)()).flat() };
}
