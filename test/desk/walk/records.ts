import { newReference } from '../../../shared/reference.ts';
import { wholeDetails } from '../../support/desks/onboarding-desk.ts';
import { listFile, sdnCsv, unXml } from '../../support/lists/list-files.ts';
import type { Walk } from './walk.ts';

/** Sub-clients with owners and documents, webhooks, and what this desk stores of what was done. */
export async function walkRecords(walk: Walk): Promise<void> {
  await walkSubClients(walk);
  await walkWebhooks(walk);
  await walkScreening(walk);
  const { desk, ask } = walk;
  for (const question of [{}, { before: 9_000 }, { kinds: ['entry'] }, { search: 'payment x' }])
    await ask('timeline.list', { limit: 20, ...(question as object) });
  for (const before of [undefined, 50]) await ask('activity.list', { before, limit: 20 });
  const key = 'payment';
  await ask('documents.saveWhenBack', { isSent: true });
  await ask('documents.whenBack', {});
  await ask('drafts.keep', { key, text: '{}' });
  await ask('drafts.read', { key });
  await ask('drafts.begun', {});
  await ask('drafts.list', {});
  await ask('drafts.forget', { key });
  await ask('sandbox.numbers', {});
  await ask('sandbox.inflow', {
    reference: newReference(),
    accountNumber: desk.usd,
    amount: '12.50',
    currency: 'USD',
    senderName: 'Kestrel',
    narration: 'Inflow',
  });
  await ask('accounts.createVirtual', {
    reference: newReference(),
    currency: 'EUR',
    accountName: 'Rent Berlin',
  });
}

async function walkScreening({ ask }: Walk): Promise<void> {
  await ask('screening.view', {});
  const payees = await ask('beneficiaries.list', { search: '' });
  const known = unXml.replace('QORVAN RELIEF TRUST', payees?.rows[0]?.name ?? '');
  await ask('screening.add', { files: [listFile('un.xml', known), listFile('sdn.csv', sdnCsv)] });
  const view = await ask('screening.run', {});
  await ask('exceptions.list', {});
  await ask('screening.check', { name: 'Harun Seldani' });
  await ask('screening.decide', {
    matchId: view?.matches[0]?.matchId ?? 'none',
    ...{ decision: 'other', reason: 'Another birth date', by: 'Ines Frei' },
  });
  for (const { listId } of view?.lists ?? []) await ask('screening.remove', { listId });
}

async function walkSubClients({ ask }: Walk): Promise<void> {
  await ask('subClients.refresh', {});
  await ask('subClients.name', { entityId: 'S-by-hand', clientId: 'C-1' });
  await ask('subClients.list', { search: '' });
  await ask('subClients.forget', { entityId: 'S-by-hand' });
  const made = await ask('subClients.create', {
    reference: newReference(),
    details: wholeDetails,
  });
  const entityId = made?.recordId ?? 'none';
  const reference = newReference();
  await ask('subClients.update', { reference, entityId, change: { city: 'Thiès' } });
  await ask('shareholders.create', {
    reference: newReference(),
    subClientId: entityId,
    shareholder: { shareholderType: 'individual', name: 'Awa Diop', ownershipPercentage: '60' },
  });
  await ask('subClients.refresh', { entityId });
  const known = await ask('subClients.get', { entityId });
  await ask('shareholders.update', {
    reference: newReference(),
    subClientId: entityId,
    shareholderId: known?.shareholding?.shareholders[0]?.id ?? 'none',
    change: { ownershipPercentage: '100' },
  });
  await walkDocuments({ ask }, entityId);
  for (const search of ['', 'baobab textiles']) await ask('subClients.list', { search });
  await ask('subClients.requirements', {});
  await ask('subClients.saveLetters', {});
  const rows = new Uint8Array(Buffer.from('Sub-client,Owner,Share\nBaobab Textiles,Ada,10\n'));
  for (const columns of [undefined, { subClient: 0, name: 1, share: 2 }])
    await ask('subClients.readFile', { fileName: 'owners.csv', bytes: rows, columns });
  await ask('subClients.submit', { reference: newReference(), entityId });
  const doomed = await ask('subClients.create', {
    reference: newReference(),
    details: { ...wholeDetails, name: 'Doomed', businessName: 'Doomed SA' },
  });
  await ask('subClients.delete', {
    reference: newReference(),
    entityId: doomed?.recordId ?? 'none',
    confirmation: 'Doomed SA',
  });
  await ask('exceptions.list', {});
}

async function walkDocuments({ ask }: Pick<Walk, 'ask'>, subClientId: string): Promise<void> {
  await ask('documents.rules', {});
  const drop = (words: string) =>
    ask('documents.add', {
      subClientId,
      fileName: 'paper.pdf',
      mimeType: 'application/pdf',
      bytes: new Uint8Array(Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`)),
    });
  const itemId = (await drop('one'))?.itemId ?? 'none';
  const other = (await drop('two'))?.itemId ?? 'none';
  await drop('two');
  const described = { documentType: 'PROOF_OF_ADDRESS', issueDate: '2026-01-01' };
  await ask('documents.describe', { itemId, ...described });
  await ask('documents.open', { subClientId, fileName: 'none.zip', bytes: new Uint8Array(1) });
  await ask('documents.send', { itemIds: [itemId] });
  await ask('documents.move', { itemId: other, subClientId: 'elsewhere' });
  for (const one of [undefined, subClientId]) {
    await ask('documents.queue', { subClientId: one });
    await ask('documents.people', { subClientId: one });
  }
  await ask('documents.expiries', {});
  await ask('documents.saveCalendar', {});
  await ask('documents.describeAll', { files: [{ itemId: other, subClientId: '' }] });
  await ask('documents.show', { itemId: other });
  await ask('documents.save', { itemId: other, open: false });
  await ask('documents.leaveOut', { itemIds: [other] });
  await ask('documents.putBack', { itemIds: [other] });
  for (const one of [other, itemId]) await ask('documents.remove', { itemId: one });
}

async function walkWebhooks({ ask }: Walk): Promise<void> {
  await ask('webhooks.refresh', {});
  const callbackUrl = 'https://hooks.example.com/nostro';
  await ask('webhooks.add', { reference: newReference(), mode: 'test', callbackUrl });
  await ask('webhooks.changeMode', { reference: newReference(), mode: 'test' });
  await ask('webhooks.get', {});
}
