import type { SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { rows, type CacheReader } from '../../../engines/store/database.ts';

export type ExpiringDocument = {
  readonly subClientId: string;
  readonly subClientName: string;
  readonly document: SubClientDocument;
  readonly expiryDate: IsoDate;
};

/** The bank's words for a refused document, in lower case, as SQL. */
export const refusedWords = `'rejected', 'refused', 'declined', 'returned'`;

/** A later document without an end counts as one that ends later, unless it was deleted or refused. */
const tookItsPlace = `json_extract(o.document, '$.createdAt') > json_extract(d.document, '$.createdAt')
             AND json_extract(o.document, '$.expiryDate') IS NULL
             AND NOT json_extract(o.document, '$.isDeleted')
             AND lower(coalesce(json_extract(o.document, '$.approvalStatus'), ''))
               NOT IN (${refusedWords})`;

/** Documents of sub-clients that expire by that day, or have expired; not where a later one of the same type replaced them. */
export const documentsExpiringBy = (reader: CacheReader, by: IsoDate): ExpiringDocument[] =>
  rows<{ subClientId: string; subClientName: string; document: string; expiryDate: IsoDate }>(
    reader,
    `SELECT d.sub_client_id AS subClientId, s.name AS subClientName, d.document, d.expiry_date AS expiryDate
     FROM sub_client_document d JOIN sub_client s ON s.entity_id = d.sub_client_id
     WHERE d.expiry_date <= ? AND d.expiry_date IS NOT NULL AND d.gone_at IS NULL AND s.gone_at IS NULL
       AND json_extract(s.document, '$.status') <> 'deleted'
       AND NOT EXISTS (SELECT 1 FROM sub_client_document o
         WHERE o.sub_client_id = d.sub_client_id AND o.gone_at IS NULL
           AND (o.expiry_date > d.expiry_date OR o.expiry_date IS NULL AND ${tookItsPlace})
           AND json_extract(o.document, '$.documentType') = json_extract(d.document, '$.documentType')
           AND json_extract(o.document, '$.documentOwner') IS json_extract(d.document, '$.documentOwner'))`,
    by,
  ).map(({ document, ...rest }) => ({
    ...rest,
    document: JSON.parse(document) as SubClientDocument,
  }));
