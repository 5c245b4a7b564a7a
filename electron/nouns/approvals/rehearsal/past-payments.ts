import type { ReadAct } from '../../../engines/acts/read-act.ts';
import { readStored } from '../../../engines/acts/read-act.ts';
import { nameOf, type TeamKeys } from '../../../engines/acts/team-keys.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { listSubmissions } from '../../../engines/submissions/journal/submission-table.ts';
import { claimNamed, isFree } from '../../../engines/team-record/claim-table.ts';
import { actsOfKinds } from '../../../engines/team-record/record-copy.ts';
import type { OpenTeam } from '../../people/open-team.ts';
import { premiseOf } from '../candidates.ts';
import { ClaimContent, NamedContent, RequestContent, type RequestBody } from '../contents.ts';
import { orderOf, requestedOrderOf } from '../order.ts';
import { tradeOf } from '../limit.ts';
import type { PastPayment } from './rehearse.ts';

/** The past payments to which rules can be applied in a rehearsal. */
export type PastPayments = {
  readonly payments: readonly PastPayment[];
  /** When colleagues claimed payments whose content the record does not have, ISO 8601. */
  readonly unread: readonly string[];
};

/** The payments that this desk sent by its journal, and that colleagues claimed by the record. `isClaimed`: a team claims the operation. */
export function pastPayments(
  journal: Journal,
  team: OpenTeam,
  isClaimed: (operation: string) => boolean,
): PastPayments {
  const { people, record } = team;
  const own = people.nameOf(record.key);
  const sent = listSubmissions(journal, { states: ['accepted', 'unknown', 'sending'] });
  const payments = sent
    .filter(({ operation }) => isClaimed(operation))
    .map(({ operation, payload, about, createdAt }): PastPayment => {
      const sending = { bankDetails: about?.bankDetails ?? null, debit: null, unread: [] };
      const premise = premiseOf({ sending, twins: [] });
      const order = orderOf(operation, payload, about?.quote ? tradeOf(about.quote) : null);
      return { at: createdAt, maker: own, order, premise };
    });
  const keys = people.keys();
  if (keys === null) return { payments, unread: [] };
  const known = new Set(sent.map(({ reference }) => reference));
  const claimed = claimedIn(team, keys, known);
  return { payments: [...payments, ...claimed.payments], unread: claimed.unread };
}

/** Claims that this desk's journal lacks. */
function claimedIn(
  { record: { copy }, people }: OpenTeam,
  keys: TeamKeys,
  known: ReadonlySet<string>,
): PastPayments {
  const requests = new Map<string, { readonly maker: string; readonly body: RequestBody }>();
  const payments: PastPayment[] = [];
  const unread: string[] = [];
  for (const row of actsOfKinds(copy, ['request', 'claim'])) {
    const act = readStored(row, keys);
    if (act === null) continue;
    const maker = people.nameOf(act.envelope.key);
    const body = RequestContent.safeParse(act.content).data;
    if (body !== undefined) requests.set(act.digest, { maker, body });
    const references = NamedContent.safeParse(act.content).data?.references ?? [];
    const lines = ClaimContent.safeParse(act.content).data?.payments ?? [];
    for (const [place, reference] of references.entries()) {
      const name = nameOf(keys, 'reference', reference);
      if (known.has(reference) || !hasLeft(copy, name, act)) continue;
      const claimed = lines[place];
      const payment = claimed && 'past' in claimed ? undefined : claimed;
      const request = requests.get(payment?.request ?? '');
      const line = request?.body.lines[payment?.line ?? 0];
      const sent = payment?.order;
      const order = sent
        ? orderOf(sent.operation, sent.payload, sent.trade)
        : request && line
          ? requestedOrderOf(request.body.operation, line.payload)
          : null;
      if (payment === undefined || order === null) unread.push(act.at);
      else
        payments.push({
          ...{ at: new Date(act.at).toISOString(), maker: request?.maker ?? maker },
          ...{ order, premise: payment.premise },
        });
    }
  }
  return { payments, unread };
}

/** Is this act the latest claim under its name, and may it have moved money? */
function hasLeft(copy: OpenTeam['record']['copy'], name: string, { n }: ReadAct): boolean {
  const claim = claimNamed(copy, name);
  return claim?.n === n && !isFree(claim.outcome) && claim.outcome !== 'refused';
}
