import { todayAt } from '../../../../shared/calendar/calendar.ts';
import type { RouteOutput } from '../../../../shared/ipc/contract.ts';
import type {
  BalanceProposal,
  CrossedPlan,
  UnmetPlan,
} from '../../../../shared/ipc/accounts/outlook.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { dayText, instantText } from '../../../ui/text/dates.ts';

export type Proposals = RouteOutput<'outlook.proposals'>;

/** The name of an account, or its number where it has none. */
type NameOf = (accountNumber: string) => string;

export const idOf = ({ kind, from, to, side }: BalanceProposal): string =>
  `${kind} ${side} ${from} ${to}`;

/** `Transfer 25,000.00 USD from Collections to Operating`. */
export function moveWords(
  { kind, from, to, side, amount, other }: BalanceProposal,
  nameOf: NameOf,
): string {
  const figures = formatMoney(amount);
  if (kind === 'transfer') return `Transfer ${figures} from ${nameOf(from)} to ${nameOf(to)}`;
  const about = other === null ? '' : `, about ${formatMoney(other.amount)}`;
  return side === 'buy'
    ? `Buy ${figures} on ${nameOf(to)} from ${nameOf(from)}${about}`
    : `Sell ${figures} of ${nameOf(from)} to ${nameOf(to)}${about}`;
}

/** Why a move is proposed, the basis of its estimate, and the age of its balances. */
export function reasonWords({ because, other, asOf, isStale }: BalanceProposal, nameOf: NameOf) {
  const parts = [crossedWords(because, nameOf)];
  if (other !== null)
    parts.push(`estimated with ${other.name || other.source}, ${timeOf(other.at)}`);
  if (isStale)
    parts.push(
      asOf === null
        ? 'balances of an unknown time: sync first'
        : `balances of ${instantText(asOf)}: sync first`,
    );
  return parts.join(' · ');
}

const crossedWords = ({ accountNumber, side, by, day }: CrossedPlan, nameOf: NameOf): string => {
  const preposition = side === 'floor' ? 'under its floor' : 'over its ceiling';
  const isNow = day <= todayAt(Date.now());
  return `${nameOf(accountNumber)} ${isNow ? 'is' : 'will be'} ${formatMoney(by)} ${preposition}${isNow ? '' : `, first on ${dayText(day)}`}`;
};

const timeOf = (at: string): string => (at.length > 10 ? instantText(at) : dayText(at));

const reasons: Readonly<Record<UnmetPlan['why'], string>> = {
  'no-balance': 'its balance is not known, so nothing is proposed. Sync first.',
  'no-source': 'no own account has as much above its target or floor.',
  'no-room': 'no own account is under its target.',
  'no-rate': 'no exchange rate is known here for a conversion. Add one with the total.',
};

/** The shortfall or excess that no move restores. */
export const unmetWords = ({ accountNumber, because, missing, why }: UnmetPlan, nameOf: NameOf) =>
  missing === null
    ? `${nameOf(accountNumber)}: ${reasons[why]}`
    : `${nameOf(accountNumber)}: ${formatMoney(missing)} ${because?.side === 'ceiling' ? 'too much' : 'missing'}, ${reasons[why]}`;
