import { expect } from 'vitest';

import { startDelta } from '../../support/banks/delta.ts';
import { startSavanna } from '../../support/banks/savanna.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { foundArguments, join, teamScene } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const ruleFor = (operations: readonly string[]): string =>
  JSON.stringify({ rules: [{ when: { operations }, need: { role: 'checker', count: 1 } }] });

type Requested = { readonly request: string; readonly may: boolean; readonly about: string };

test('a change of a payee that a rule names waits for a colleague, and leaves as it was approved', async () => {
  const changes: Record<string, unknown>[] = [];
  const scene = await teamScene(cluster, () =>
    startDelta({
      instead: ({ method, path, body }) => {
        if (method !== 'PUT' || !path.endsWith('/beneficiaries/B-1/update')) return null;
        changes.push(body);
        return { body };
      },
    }),
  );
  const [ada, ben] = [scene.person('ada'), scene.person('ben')];
  await ada.team(...(await foundArguments(cluster, scene.database, scene.write)));
  await join(ada, ben, 'Ben', scene.at('ben.json'));
  const file = scene.write('rules.json', ruleFor(['updateBeneficiary']));
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);

  const input = JSON.stringify({ path: { entityId: 'B-1' }, body: { accountNumber: 'NL1' } });
  const alone = await ben.run('call', 'updateBeneficiary', '--input', input);
  expect([alone.code, alone.error().code]).toEqual([1, 'team.not-approved']);
  const waiting = await ben.run('call', 'updateBeneficiary', '--input', input, '--request');
  expect([waiting.err, waiting.code]).toEqual(['', 4]);
  const { request } = waiting.json<Requested>();
  const early = await ben.run('call', 'updateBeneficiary', '--of', request);
  expect([early.code, early.error().code]).toEqual([1, 'team.not-approved']);
  expect(changes).toEqual([]);

  const other = await ada.typing('B-2', 'approve', request, '--expect', 'B-2');
  expect([other.code, other.error().code]).toEqual([1, 'input.invalid']);
  const name = 'Ostrich Glass BV';
  const byScript = await ada.run('approve', request, '--expect', name);
  expect([byScript.code, byScript.error().code]).toEqual([1, 'confirmation.required']);
  const approved = await ada.typing(name, 'approve', request, '--expect', name);
  expect([approved.err, approved.code]).toEqual(['', 0]);
  expect(approved.json<Requested>()).toMatchObject({ may: true, about: name });

  const wrong = await ben.run('call', 'createBeneficiary', '--of', request);
  expect(wrong.code).toBe(2);
  const sent = await ben.run('call', 'updateBeneficiary', '--of', request);
  expect([sent.err, sent.code]).toEqual(['', 0]);
  expect(changes).toEqual([{ accountNumber: 'NL1' }]);
  const again = await ben.run('call', 'updateBeneficiary', '--of', request);
  expect([again.code, changes.length]).toEqual([0, 1]);
}, 400_000);

test('a conversion is approved as a limit, and traded at a price within it once', async () => {
  const scene = await teamScene(cluster, startSavanna as unknown as typeof startDelta);
  const bank = scene.bank as unknown as Awaited<ReturnType<typeof startSavanna>>;
  const [kes, usd] = bank.accountNumbers;
  const [ada, ben] = [scene.person('ada'), scene.person('ben')];
  await ada.team(...(await foundArguments(cluster, scene.database, scene.write)));
  await join(ada, ben, 'Ben', scene.at('ben.json'));
  const file = scene.write('rules.json', ruleFor(['lockRate']));
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const requestAt = async (reference: string, worstRate: string): Promise<string> => {
    const body = {
      ...{ sellAccountNumber: usd, buyAccountNumber: kes, sellAmount: '100.00' },
      ...{ worstRate, reference },
    };
    const run = await ben.run('call', 'lockRate', '--input', JSON.stringify({ body }), '--request');
    expect([run.err, run.code]).toEqual(['', 4]);
    return run.json<Requested>().request;
  };
  const approve = async (request: string, worstRate: string): Promise<void> => {
    const expected = `100:USD:${worstRate}`;
    const run = await ada.typing('100.00', 'approve', request, '--expect', expected);
    expect([run.err, run.code]).toEqual(['', 0]);
  };
  const [within, beyond] = [await requestAt('FX-1', '128.5'), await requestAt('FX-2', '129')];
  const early = await ben.run('call', 'lockRate', '--of', within);
  expect([early.code, early.error().code, bank.deals]).toEqual([1, 'team.not-approved', []]);
  await approve(within, '128.5');
  await approve(beyond, '129');
  const worse = await ben.run('call', 'lockRate', '--of', beyond);
  expect([worse.code, worse.error().code]).toEqual([1, 'quote.worse']);
  expect(worse.error().message).toContain('Its rate is worse');
  expect(bank.deals).toEqual([]);

  const traded = await ben.run('call', 'lockRate', '--of', within);
  expect([traded.err, traded.code]).toEqual(['', 0]);
  const again = await ben.run('call', 'lockRate', '--of', within);
  // A price that lacked its approval has used up the first reference.
  expect([again.code, bank.deals]).toEqual([0, ['FX-1-2']]);
  const listed = await ada.run('requests');
  expect(listed.json<Requested[]>().map(({ about }) => about)).toEqual([
    'to KES at 128.5 or better',
    'to KES at 129 or better',
  ]);
}, 400_000);

test('the limit of a conversion is traded by one desk, also in a team without approval rules', async () => {
  const scene = await teamScene(cluster, startSavanna as unknown as typeof startDelta);
  const bank = scene.bank as unknown as Awaited<ReturnType<typeof startSavanna>>;
  const [kes, usd] = bank.accountNumbers;
  const [ada, ben] = [scene.person('ada'), scene.person('ben')];
  await ada.team(...(await foundArguments(cluster, scene.database, scene.write)));
  await join(ada, ben, 'Ben', scene.at('ben.json'));
  const body = {
    ...{ sellAccountNumber: usd, buyAccountNumber: kes, sellAmount: '100.00' },
    ...{ worstRate: '128.5', reference: 'FX-1' },
  };
  const asked = await ben.run('call', 'lockRate', '--input', JSON.stringify({ body }), '--request');
  const { request } = asked.json<Requested>();
  const traded = await ada.run('call', 'lockRate', '--of', request);
  expect([traded.err, traded.code]).toEqual(['', 0]);
  // Each further try has a reference of its own.
  for (const [place, code] of ['team.taken', 'team.not-approved'].entries()) {
    const again = await ben.run('call', 'lockRate', '--of', request);
    expect([place, again.code, again.error().code]).toEqual([place, 1, code]);
  }
  expect(bank.deals).toEqual(['FX-1']);
}, 400_000);
