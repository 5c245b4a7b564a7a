import type { SubClient } from '../../../../shared/bank/onboarding.ts';
import type { CallbackAddress } from '../../../../shared/ipc/changes/webhooks.ts';
import { rows, type CacheReader } from '../../../engines/store/database.ts';

/** Lists the sub-clients that are not gone and whose record has a callbackUrl (section 2), by name. */
export const subClientAddresses = (reader: CacheReader): CallbackAddress[] =>
  rows<{ document: string }>(
    reader,
    'SELECT document FROM sub_client WHERE gone_at IS NULL ORDER BY name, entity_id',
  )
    .map(({ document }) => JSON.parse(document) as SubClient)
    .flatMap(({ entityId, name, businessName, callbackUrl }) =>
      callbackUrl === null || callbackUrl === ''
        ? []
        : [{ entityId, name: name || businessName || entityId, callbackUrl }],
    );
