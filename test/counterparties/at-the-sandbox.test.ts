import { expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import { approve, openFundedDesk, payment } from '../support/desks/transfers-desk.ts';

test('a change that the window sends has the name of the person, and a payment to the payee stands on its page', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  const { user } = await desk.get('desk.state', {});
  const { rows } = await desk.get('beneficiaries.list', { search: 'kaduna' });
  const changed = { entityId: rows[0]?.entityId ?? '', change: { bankName: 'Another Bank' } };
  const sent = await desk.get('beneficiaries.update', { reference: newReference(), ...changed });
  expect(sent.state).toBe('accepted');
  await desk.get('beneficiaries.refresh', {});
  const { details } = await desk.get('counterparties.get', { payeeId: changed.entityId });
  expect(details[0]).toMatchObject({
    kind: 'changed',
    by: { kind: 'person', name: user?.name ?? 'this desk' },
    fields: [{ field: 'bankName', now: 'Another Bank' }],
  });

  const entered = payment(desk);
  await desk.get('payments.send', await approve(desk, entered));
  const page = await desk.get('counterparties.get', { payeeId: entered.beneficiaryId });
  expect(page.payments).toMatchObject([{ reference: entered.reference, state: 'accepted' }]);
});

test('a question that names no counterparty, or two, is refused', async () => {
  const desk = await openFundedDesk();
  expect(await desk.refused('counterparties.get', { payeeId: 'none' })).toMatchObject({
    code: 'offline.not-cached',
  });
  for (const wrong of [{}, { name: ' ' }, { payeeId: 'a', name: 'b' }, { entryId: 'e' }])
    expect(await desk.refused('counterparties.get', wrong as never)).toMatchObject({
      code: 'input.invalid',
    });
});
