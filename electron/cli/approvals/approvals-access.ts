import type { CacheReader } from '../../engines/store/database.ts';
import { namedIn } from '../../desk/approvals/kinds/naming.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import type { DeskTeam } from '../../desk/open-bank/desk-team.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import type { Money } from '../../nouns/approvals/contents.ts';
import { limitIn } from '../../nouns/approvals/limit.ts';
import type { Delegation, Request } from '../../nouns/approvals/state.ts';
import { onlyLineOf, openApprovals, type OpenApprovals } from '../../desk/approvals/requests.ts';
import { newContext, valueOf, WrongUse } from '../input/command.ts';

/** The team and its approvals, after a refresh from the record. Throws `team.*` where the record cannot be read. */
export async function approvalsNow(deskTeam: DeskTeam | null): Promise<OpenApprovals> {
  const open = openApprovals(deskTeam);
  if (deskTeam) valueOf(await deskTeam.refresh(newContext()));
  return open;
}

/** Returns the one digest that begins with `named`, at least 8 characters. Throws where none or several do. */
export function digestNamed(digests: readonly string[], named: string): string {
  const found = digests.filter((digest) => named.length >= 8 && digest.startsWith(named));
  const [digest] = found;
  if (digest === undefined || found.length > 1)
    throw new WrongUse('Name one act by at least 8 characters of its digest.');
  return digest;
}

/** A request that is not forgotten yet. */
export function requestNamed({ approvals }: OpenApprovals, named: string): Request {
  const { requests } = approvals.state;
  const request = requests.get(digestNamed([...requests.keys()], named));
  if (request === undefined) throw new WrongUse('Name a request.');
  return request;
}

/** A request as the command line prints it. */
export function requestView(reader: CacheReader, request: Request) {
  const { digest, maker, lines, words, until, approvals, ended } = request;
  return {
    ...{ request: digest, ...namedIn(reader, request) },
    ...{ maker: maker.person, act: maker.n, at: maker.at, words, until },
    payments: lines.map(({ reference, order: { account, payee, money } }) => ({
      ...{ reference, account, payee },
      ...(typeof money === 'string' ? {} : money),
    })),
    approvals: approvals.map(({ n, at, person }) => ({ act: n, at, person })),
    ...(ended === null
      ? {}
      : { ended: { is: ended.is, person: ended.person, words: ended.words, act: ended.n } }),
  };
}

/** A delegation, with the digest of its act, as the command line prints it. */
export const delegationView = ([digest, delegation]: readonly [string, Delegation]) => ({
  delegation: digest,
  ...delegation,
});

/**
 * Whether `expected` names what is requested, as `AMOUNT:CURRENCY:NAME`. The name is the payee of a payment, the recipient's account of a
 * remittance, the worst rate of a conversion, and `about` otherwise. A request without an amount is named by `about` alone.
 */
export function isExpected(expected: string, request: Request, reader: CacheReader): boolean {
  const { payload, order } = onlyLineOf(request);
  const { about } = namedIn(reader, request);
  const limit = request.operation === 'lockRate' ? limitIn(payload) : null;
  if (limit !== null) {
    const { side, amount, sellCurrency, buyCurrency, worstRate } = limit;
    const currency = side === 'sell' ? sellCurrency : buyCurrency;
    return isNamed(expected, { amount, currency }, worstRate);
  }
  const { money, payee } = order;
  // A desk that has not read the payee yet knows its identifier only.
  if (money === null) return expected === about || (payee !== '' && expected === payee);
  return money !== 'unknown' && isNamed(expected, money, payee === '' ? about : payee);
}

function isNamed(expected: string, money: Money, name: string): boolean {
  const [, amount = '', currency = '', given = ''] = /^([^:]+):([^:]+):(.+)$/s.exec(expected) ?? [];
  if (!/^\d{1,14}(\.\d{1,4})?$/.test(amount)) return false;
  return toUnits(amount) === toUnits(money.amount) && currency === money.currency && given === name;
}

/** The approvals of an open desk. */
export const approvalsOf = (desk: BankDesk): Promise<OpenApprovals> => approvalsNow(desk.copy.team);
