import { toUnits } from '../../../shared/money/decimal.ts';
import type { DeskTeam } from '../../desk/open-bank/desk-team.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import type { Delegation, Request } from '../../nouns/approvals/state.ts';
import { onlyLineOf, openApprovals, type OpenApprovals } from '../../desk/approvals/requests.ts';
import { newContext, valueOf, WrongUse } from '../input/command.ts';

/** The team and its approvals, with everything that the record has by now. Throws `team.*` where it cannot be read. */
export async function approvalsNow(deskTeam: DeskTeam | null): Promise<OpenApprovals> {
  const open = openApprovals(deskTeam);
  if (deskTeam) valueOf(await deskTeam.refresh(newContext()));
  return open;
}

/** The one digest among these that begins so. Throws where none or several do. */
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
export function requestView({ digest, maker, lines, words, until, approvals, ended }: Request) {
  return {
    ...{ request: digest, maker: maker.person, act: maker.n, at: maker.at, words, until },
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

/** Does `AMOUNT:CURRENCY:PAYEE` name this payment? */
export function isExpected(expected: string, request: Request): boolean {
  const { money, payee } = onlyLineOf(request).order;
  const [, amount = '', currency = '', id = ''] = /^([^:]+):([^:]+):(.+)$/s.exec(expected) ?? [];
  if (money === null || money === 'unknown' || !/^\d{1,14}(\.\d{1,4})?$/.test(amount)) return false;
  return toUnits(amount) === toUnits(money.amount) && currency === money.currency && id === payee;
}

/** The approvals of an open desk. */
export const approvalsOf = (desk: BankDesk): Promise<OpenApprovals> => approvalsNow(desk.copy.team);
