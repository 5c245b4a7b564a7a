import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { lossyScene, sentBy, type Status } from '../../support/team/lossy-scene.ts';
import { foundArguments, join, teamScene } from '../../support/team/team-scene.ts';

const cluster = useCluster();

/** Amounts of their own, so that no two look alike. */
const amountOf = (n: number): string => `${String(n + 1)}.50`;

test('one reference on two desks is booked once, whoever is first and also at the same moment', async () => {
  const { ada, ben, booked } = await lossyScene(cluster);
  for (const [first, second, name] of [
    [ada, ben, 'Ada'],
    [ben, ada, 'Ben'],
  ] as const) {
    const reference = `FIRST-${name}`;
    const paid = await first.pay(reference, name === 'Ada' ? '900.00' : '901.00');
    expect(paid.code).toBe(0);
    const refused = await second.pay(reference, name === 'Ada' ? '900.00' : '901.00');
    expect([refused.code, refused.error().code]).toEqual([1, 'team.taken']);
    expect(refused.error().message).toMatch(
      new RegExp(`^${name} claimed ${reference} at 20.*the bank accepted it`),
    );
  }
  const races = Array.from({ length: 12 }, (_, n) => `RACE-${String(n)}`);
  for (const [n, reference] of races.entries()) {
    const runs = await Promise.all([ada, ben].map((desk) => desk.pay(reference, amountOf(n))));
    const codes = runs.map((run) => (run.code === 0 ? 'sent' : run.error().code));
    expect(codes.toSorted()).toEqual(['sent', 'team.taken']);
  }
  expect(booked().toSorted()).toEqual(['FIRST-Ada', 'FIRST-Ben', ...races].toSorted());
}, 300_000);

test('one invoice under two references waits for a person, who names the other payment', async () => {
  const { ada, ben, booked, line } = await lossyScene(cluster);
  // Ben's desk has read everything and asks for its claim; Ada pays before the record is asked.
  const held = line.hold('claim');
  const late = ben.pay('INV-1-B');
  await held.reached;
  expect((await ada.pay('INV-1')).code).toBe(0);
  held.release();
  const refused = await late;
  expect([refused.code, refused.error().code]).toEqual([1, 'team.twin']);
  expect(refused.error().message).toMatch(/^Ada claimed .*which looks the same: the bank accepted/);
  expect(await sentBy(ben, 'INV-1-B')).toMatchObject({ state: 'not-sent' });
  // Once it is read, the review says who and when, and how to go on.
  await ben.team('status');
  const reviewed = await ben.pay('INV-1-C');
  expect([reviewed.code, reviewed.error().code]).toEqual([1, 'confirmation.required']);
  expect(reviewed.error().message).toMatch(/by Ada at 20.* UTC, reference INV-1.*--twin-of INV-1/s);
  expect(booked()).toEqual(['INV-1']);
  const meant = await ben.pay('INV-1-C', '10.00', '--twin-of', 'INV-1');
  expect([meant.err, meant.code]).toEqual(['', 0]);
  expect(booked()).toEqual(['INV-1', 'INV-1-C']);
}, 180_000);

test('one reference whose claim is on its way when a colleague claims it is sent by one', async () => {
  const { ada, ben, booked, line } = await lossyScene(cluster);
  const held = line.hold('claim');
  const late = ben.pay('INV-1');
  await held.reached;
  expect((await ada.pay('INV-1')).code).toBe(0);
  held.release();
  const refused = await late;
  expect([refused.code, refused.error().code]).toEqual([1, 'team.taken']);
  expect(await sentBy(ben, 'INV-1')).toMatchObject({ state: 'not-sent' });
  // What Ben's desk settles is not Ada's claim.
  await ben.team('status');
  expect((await ben.pay('INV-1')).code).toBe(1);
  expect(booked()).toEqual(['INV-1']);
}, 180_000);

test('one invoice under two references at the same moment is booked once', async () => {
  const { ada, ben, booked } = await lossyScene(cluster);
  for (let n = 0; n < 8; n += 1) {
    const runs = await Promise.all([
      ada.pay(`ADA-${String(n)}`, amountOf(n)),
      ben.pay(`BEN-${String(n)}`, amountOf(n)),
    ]);
    expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const [refused] = runs.filter(({ code }) => code === 1);
    expect(['team.twin', 'confirmation.required']).toContain(refused?.error().code);
    expect(booked()).toHaveLength(n + 1);
  }
}, 180_000);

const fileOf = (lines: readonly string[]): string =>
  ['account,beneficiary id,amount,currency,reference', ...lines].join('\n');

type FileResult = {
  state: string;
  counts: Record<string, number>;
  lines: { line: number; reference: string; state: string; error?: string }[];
};

test('a payment file on two desks at once books each line once, and names what another has', async () => {
  const scene = await lossyScene(cluster);
  const { ada, ben, write, booked } = scene;
  const references = Array.from({ length: 70 }, (_, n) => `LINE-${String(n)}`);
  const lines = references.map((reference, n) => `700000,B-1,${amountOf(n)},EUR,${reference}`);
  const file = write('payments.csv', fileOf(lines));
  const runs = await Promise.all(
    [ada, ben].map((desk) => desk.run('pay', '--file', file, '--account', '700000')),
  );
  expect(booked().toSorted()).toEqual(references.toSorted());
  const [one, other] = runs.map((run) => run.json<FileResult>());
  const accepted = [one, other].map(
    (result) => result?.lines.filter(({ state }) => state === 'accepted').length ?? 0,
  );
  expect((accepted[0] ?? 0) + (accepted[1] ?? 0)).toBe(70);
  for (const result of [one, other])
    for (const { state, error, reference } of result?.lines ?? [])
      if (state !== 'accepted') {
        expect([reference, state]).toEqual([reference, expect.stringMatching(/^(not-sent|held)$/)]);
        expect(error).toMatch(new RegExp(`(Ada|Ben) claimed ${reference}`));
      }
  // Nothing of it is left behind: all claims have their outcomes, on both desks.
  for (const desk of [ada, ben])
    expect(await desk.team<Status>('status')).toMatchObject({ state: 'current', unsent: 0 });
  // The same file again sends nothing.
  await ben.run('pay', '--file', file, '--account', '700000');
  await ada.run('pay', '--file', file, '--account', '700000');
  expect(booked()).toHaveLength(70);
}, 300_000);

test('what a desk sent before it had a team is claimed, on the desk that founds and on the one that joins', async () => {
  const scene = await teamScene(cluster);
  const { bank, database, write, at, person } = scene;
  const [ada, ben] = [person('ada'), person('ben')];
  expect((await ada.pay('OLD-ADA', '31.00')).code).toBe(0);
  expect((await ben.pay('OLD-BEN', '32.00')).code).toBe(0);
  await ada.team(...(await foundArguments(cluster, database, write)));
  await join(ada, ben, 'Ben', at('ben.json'));
  for (const [desk, reference, amount, by] of [
    [ben, 'OLD-ADA', '31.00', 'Ada'],
    [ada, 'OLD-BEN', '32.00', 'Ben'],
  ] as const) {
    const refused = await desk.pay(reference, amount);
    expect([refused.code, refused.error().code]).toEqual([1, 'team.taken']);
    expect(refused.error().message).toContain(`${by} claimed ${reference}`);
    const twin = await desk.pay(`${reference}-again`, amount);
    expect([twin.code, twin.error().code]).toEqual([
      1,
      expect.stringMatching(/^(team\.twin|confirmation\.required)$/),
    ]);
  }
  expect(bank.orders.map(({ reference }) => reference)).toEqual(['OLD-ADA', 'OLD-BEN']);
}, 180_000);

test('a deal, a remittance and a payee are claimed as a payment is', async () => {
  const { ada, ben, booked, database } = await lossyScene(cluster);
  const call = (desk: typeof ada, operation: string, body: object) =>
    desk.run('call', operation, '--input', JSON.stringify({ body }));
  const deal = (reference: string) => ({
    ...{ quoteId: 'Q-1', sellAccountNumber: '700000', buyAccountNumber: '700001', reference },
  });
  const remittance = (reference: string) => ({
    ...{ accountNumber: '700000', amount: '75.00', currency: 'EUR', reference },
    ...{ purpose: 'School fees', senderName: 'Nostro Desk', senderCountry: 'USA' },
    ...{ recipientName: 'Ada Obi', recipientCountry: 'NGA', recipientAccountNumber: '0123456789' },
    recipientBankBicOrCode: '058',
  });
  for (const [operation, bodyOf, name] of [
    ['lockRate', deal, 'FX'],
    ['initiateRemittance', remittance, 'REM'],
  ] as const) {
    await call(ada, operation, bodyOf(`${name}-1`));
    expect(booked()).toContain(`${name}-1`);
    const same = await call(ben, operation, bodyOf(`${name}-1`));
    const alike = await call(ben, operation, bodyOf(`${name}-2`));
    expect([same, alike].map((run) => [run.code, run.error().message])).toEqual([
      [1, expect.stringContaining(`Ada claimed ${name}-1`)],
      [1, expect.stringContaining(`reference ${name}-1`)],
    ]);
  }
  await call(ada, 'createBeneficiary', {
    ...{ name: 'Marula GmbH', accountName: 'Marula GmbH', accountNumber: 'DE89370400440532013000' },
    ...{ bankBicOrCode: 'COBADEFFXXX', country: 'DEU', currencyIso3Code: 'EUR' },
  });
  const record = await database.asSuperuser();
  const { rows } = await record.query('SELECT outcome FROM nostro.claim ORDER BY n');
  expect([booked().length, rows.length]).toEqual([3, 3]);
}, 180_000);
