import type { Migration } from '../../migrate.ts';

/** What has to be done about documents is found without reading those that are well; the words are those of `refusedWords`. */
export const documentKinds: Migration = {
  name: 'documents by kind, documents in trouble',
  up: `
  CREATE INDEX sub_client_document_kind ON sub_client_document (
    sub_client_id, json_extract(document, '$.documentType'), json_extract(document, '$.documentOwner'),
    expiry_date, json_extract(document, '$.createdAt'), json_extract(document, '$.approvalStatus'),
    json_extract(document, '$.isDeleted')
  ) WHERE gone_at IS NULL;
  CREATE INDEX sub_client_document_trouble ON sub_client_document (sub_client_id)
    WHERE gone_at IS NULL AND (json_extract(document, '$.isExpired')
      OR lower(coalesce(json_extract(document, '$.approvalStatus'), '')) IN ('rejected', 'refused', 'declined', 'returned'));
`,
};
