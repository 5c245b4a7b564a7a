import { z } from 'zod';

import {
  Shareholder,
  SubClient,
  SubClientDocument,
  type onboarding,
} from '../../shared/bank/onboarding.ts';
import type { Noun } from '../server/noun.ts';
import { byEntityId } from '../server/records.ts';
import { handlers } from './handlers.ts';
import { magicSubClients } from './magic.ts';
import { steps } from './review.ts';
import { seedShareholders } from './seed-shareholders.ts';
import { seedDocuments, seedSubClients } from './seed.ts';
import { ReceivedFile, type SubClientsBank, type SubClientsState } from './state.ts';

const savedFields = {
  subClients: z.array(SubClient),
  documents: z.array(SubClientDocument),
  receivedFiles: z.array(ReceivedFile),
  /** Shares are decimal texts here. */
  shareholders: z.array(Shareholder.extend({ ownershipPercentage: z.string() })).optional(),
};

export const subClients: Noun<
  typeof onboarding,
  SubClientsBank,
  SubClientsState,
  typeof savedFields
> = {
  handlers,
  steps,
  magic: magicSubClients,
  seed({ seed, endsAt }) {
    const endMs = Date.parse(endsAt);
    const seeded = seedSubClients(seed, endMs);
    return {
      subClients: byEntityId(seeded),
      documents: seedDocuments(seeded, endMs),
      shareholders: seedShareholders(seeded),
      receivedFiles: [],
    };
  },
  savedFields,
  save: ({ documents, receivedFiles, shareholders, ...bank }) => ({
    subClients: [...bank.subClients.values()],
    documents,
    receivedFiles,
    shareholders,
  }),
  restore: ({ documents, receivedFiles, ...saved }, seeded) => ({
    subClients: byEntityId(saved.subClients),
    documents,
    receivedFiles,
    shareholders: saved.shareholders ?? seeded.shareholders,
  }),
  mountAdmin: (app, bank) => {
    app.get('/documents', (context) => context.json({ documents: bank.receivedFiles }));
  },
};
