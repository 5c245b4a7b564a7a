import type { ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import type { RequestRow } from '../../../../shared/ipc/approvals.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { documentIn, documentOperation } from '../../../nouns/approvals/document.ts';
import { limitIn } from '../../../nouns/approvals/limit.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import { beneficiaryById } from '../../../nouns/beneficiaries/tables.ts';
import { payeeName } from '../../../nouns/payments/beneficiary.ts';
import { aboutDocument } from './documents.ts';
import { aboutLimit } from './limits.ts';
import { changeIn, type KnownChange } from './read-change.ts';

/** The payee's name in the local copy, else its identifier. */
export function payeeNameIn(reader: CacheReader, payee: string): string {
  const cached = payee === '' ? null : beneficiaryById(reader, payee);
  return cached ? payeeName(cached.beneficiary) : payee;
}

/** The kind of a request and its subject in a few words, from the local copy. */
export function namedIn(
  reader: CacheReader,
  { operation, lines: [line] }: Pick<Request, 'operation' | 'lines'>,
): Pick<RequestRow, 'operation' | 'kind' | 'about'> {
  const { payload = '', order } = line ?? {};
  const limit = operation === 'lockRate' ? limitIn(payload) : null;
  if (limit !== null) return { operation, kind: 'Conversion', about: aboutLimit(limit) };
  const document = operation === documentOperation ? documentIn(payload) : null;
  if (document !== null)
    return { operation, kind: 'Document', about: aboutDocument({ reader }, document) };
  const change = changeIn(operation, payload);
  if (change !== null)
    return { operation, kind: change.kind.label, about: aboutOf(reader, change) };
  if (operation !== 'createSingleTransfer')
    return { operation, kind: 'Request', about: `${operation}, which cannot be read` };
  const name = payeeNameIn(reader, order?.payee ?? '');
  return { operation, kind: 'Payment', about: `to ${name}` };
}

const aboutOf = <N extends ChangingOperation>(
  reader: CacheReader,
  { kind, input }: Extract<KnownChange, { operation: N }>,
): string =>
  (kind.about as (parts: { reader: CacheReader }, given: unknown) => string)({ reader }, input);
