import { createHash } from 'node:crypto';

import { readStored } from '../../../engines/acts/read-act.ts';
import { piecesBehind } from '../../../engines/store/pieces-behind.ts';
import { actsBehind, actsOfKindBehind } from '../../../engines/team-record/record-copy.ts';
import type { NumberedAct } from '../../../engines/acts/act.ts';
import {
  InvoicePieceContent,
  invoicePieceKind,
  type InvoicePiece,
  type RequestedInvoice,
} from '../../../nouns/approvals/contents.ts';
import type { OpenTeam } from '../../../nouns/people/open-team.ts';

/** The number of acts that are read at once. */
const pageActs = 20;

type Placed = InvoicePiece & { readonly n: number };

/** The numbers of this desk's acts after `behind` that contain a file, in the order of its pieces. */
export function piecesOf(team: OpenTeam, sha256: string, behind: number): number[] {
  const { record } = team;
  const pieces = new Map<number, number>();
  const pages = piecesBehind(
    behind,
    (after) => actsOfKindBehind(record.copy, invoicePieceKind, after, pageActs),
    ({ n }) => n,
  );
  for (const page of pages)
    for (const act of page) {
      const piece = pieceIn(team, act, record.key);
      if (piece?.sha256 === sha256) pieces.set(piece.piece, piece.n);
    }
  return [...pieces].toSorted(([one], [other]) => one - other).map(([, n]) => n);
}

/** The bytes of an invoice in the record; null where they are incomplete or differ from the request's digest. */
export function sharedBytes(team: OpenTeam, { sha256, acts }: RequestedInvoice): Uint8Array | null {
  const { copy } = team.record;
  const pieces = acts.map((n) => {
    const [act] = actsBehind(copy, n - 1, 1);
    return act?.n === n ? pieceIn(team, act) : null;
  });
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece?.bytes ?? '', 'base64')));
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
}

/** The piece of a file in an act. `author` restricts it to pieces signed under this key. */
function pieceIn(team: OpenTeam, act: NumberedAct, author: string | null = null): Placed | null {
  const read = readStored(act, team.people.keys());
  if (read === null || (author !== null && read.envelope.key !== author)) return null;
  const { data } = InvoicePieceContent.safeParse(read.content);
  return data ? { ...data, n: act.n } : null;
}
