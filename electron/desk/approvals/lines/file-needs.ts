import type { FileNeeds } from '../../../../shared/ipc/approval-lines.ts';
import type { Premise } from '../../../nouns/approvals/contents.ts';
import { orderOf } from '../../../nouns/approvals/order.ts';
import { standingOf } from '../../../nouns/approvals/judge/standing.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import { orderOf as paymentOf } from '../../../nouns/payments/file/line.ts';
import { nextToSend } from '../../../nouns/payments/file/tables/line-tables.ts';
import { cachedPremise } from '../payment-needs.ts';
import type { RowParts } from '../row-parts.ts';
import { manyRow } from './many-row.ts';

export const noFileNeeds: FileNeeds = { needs: [], mayApprove: [], requested: null };

/** The most lines in one request. */
const linesMax = 5_000;

/** The approvals that a payment file's unsent lines will need as one request, with payees of the local copy, and the open request. */
export function fileNeeds(parts: RowParts, batchId: string): FileNeeds {
  const { open, reader, journal, now } = parts;
  const { team, approvals } = open;
  if (approvals.state.rules === null) return noFileNeeds;
  const unsent = nextToSend(journal, batchId, { after: 0, limit: linesMax });
  const [first] = unsent;
  if (first === undefined) return noFileNeeds;
  const operation = 'createSingleTransfer';
  const lines = unsent.map(({ checked }) => {
    const payload = JSON.stringify({ body: paymentOf(checked) });
    return { reference: checked.reference, payload, order: orderOf(operation, payload) };
  });
  const maker = { n: 0, at: now, key: '', person: team.people.nameOf(team.record.key) };
  const request: Request = {
    ...{ digest: '', operation, bank: '', words: '', until: now, maker },
    ...{ premises: [], lines, approvals: [], ended: null },
  };
  const read = new Map<string, Premise>();
  const premiseOf = (line: number): Premise => {
    const payee = lines[line]?.order.payee ?? '';
    const premise = read.get(payee) ?? cachedPremise(reader, payee);
    read.set(payee, premise);
    return premise;
  };
  const { needs, mayApprove } = standingOf(approvals.state, request, { premiseOf, now });
  return { needs, mayApprove, requested: requestedOf(parts, first.checked.reference) };
}

/** The newest open request that has this line; null where none has. */
function requestedOf({ open, journal, now }: RowParts, reference: string): FileNeeds['requested'] {
  const request = [...open.approvals.state.requests.values()].findLast(
    ({ ended, until, lines }) =>
      ended === null && until >= now && lines.some((line) => line.reference === reference),
  );
  if (request === undefined) return null;
  const { part, request: digest } = manyRow({ open, journal, now }, request);
  return { request: digest, part };
}
