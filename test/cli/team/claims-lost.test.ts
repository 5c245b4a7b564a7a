import { globSync, rmSync, writeFileSync } from 'node:fs';

import { describe, expect } from 'vitest';

import { runCommand, type CliRun } from '../../support/programs/cli.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import {
  copied,
  heldFile,
  journalOf,
  lossyScene,
  orderOf,
  payApart,
  sentBy,
  type Sent,
  type Status,
} from '../../support/team/lossy-scene.ts';
import type { TeamPerson } from '../../support/team/team-scene.ts';

const cluster = useCluster();

/** The status, also where the record cannot be reached. */
const statusOf = async ({ run }: TeamPerson): Promise<Status> =>
  (await run('team', 'status')).json<Status>();

/** Sends what was not sent once more. */
const sendAgain = async (desk: TeamPerson, reference: string): Promise<CliRun> =>
  desk.run('submissions', '--send-again', (await sentBy(desk, reference)).submissionId);

/** Pays; what this desk was refused before is sent again. */
async function tryToPay(desk: TeamPerson, reference: string, amount = '10.00'): Promise<CliRun> {
  const isKnown = (await journalOf(desk)).some((sent) => sent.reference === reference);
  return isKnown ? sendAgain(desk, reference) : desk.pay(reference, amount);
}

/** A colleague can send neither the same nor, without a word, what looks like it. */
async function expectHeldBack(desk: TeamPerson, reference: string, words: string): Promise<void> {
  expectError(await tryToPay(desk, reference), 1, 'team.taken', `Ada claimed ${reference}`);
  expect((await sentBy(desk, reference)).error?.message).toContain(words);
  await statusOf(desk);
  expectError(await desk.pay(`${reference}-TWIN`), 1, 'confirmation.required', reference);
}

describe('a record that is away', () => {
  test('before the claim: nothing leaves, and one command sends it when the record is back', async () => {
    const { ada, ben, line, booked } = await lossyScene(cluster);
    line.cut();
    expectError(await ada.pay('INV-1'), 1, 'team.unreachable', 'Nothing was sent.');
    // The journal of a first payment that was refused is known as any other.
    expect((await ada.run('submissions')).err).toBe('');
    expect(await sentBy(ada, 'INV-1')).toMatchObject({ state: 'not-sent' });
    expectError(await sendAgain(ada, 'INV-1'), 1, 'team.unreachable');
    expect(await statusOf(ada)).toMatchObject({ state: 'unreachable', unsent: 0 });
    expect(booked()).toEqual([]);
    line.restore();
    expect(await statusOf(ada)).toMatchObject({ state: 'current' });
    // Money never goes by itself.
    expect([booked(), (await sentBy(ada, 'INV-1')).state]).toEqual([[], 'not-sent']);
    expect((await sendAgain(ada, 'INV-1')).code).toBe(0);
    await expectHeldBack(ben, 'INV-1', 'the bank accepted it');
    expect(booked()).toEqual(['INV-1']);
  }, 180_000);

  test('before the claim: a colleague may send it meanwhile, and then it is not sent again', async () => {
    const { ada, ben, line, booked } = await lossyScene(cluster);
    const missed = line.next('claim', 'cut-before');
    line.delay(0);
    const paying = ada.pay('INV-1');
    await missed;
    line.cut();
    const away = await paying;
    expect([away.code, away.error().code]).toEqual([1, expect.stringMatching(/^team\./)]);
    line.restore();
    expect((await ben.pay('INV-1')).code).toBe(0);
    const again = await sendAgain(ada, 'INV-1');
    expect(again.code).toBe(1);
    expect(again.error().message).toMatch(/Ben (claimed|sent)/);
    expect(booked()).toEqual(['INV-1']);
  }, 180_000);

  test('behind the claim: it is sent, and its outcome comes to the record at the next opening', async () => {
    const { ada, ben, line, booked } = await lossyScene(cluster);
    void line.next('claim', 'cut-after');
    expect((await ada.pay('INV-1')).code).toBe(0);
    expect(booked()).toEqual(['INV-1']);
    expect(await statusOf(ada)).toMatchObject({ state: 'unreachable' });
    line.restore();
    await expectHeldBack(ben, 'INV-1', 'it has no outcome yet');
    expect(await statusOf(ada)).toMatchObject({ state: 'current', unsent: 0 });
    await expectHeldBack(ben, 'INV-1', 'the bank accepted it');
    expect(booked()).toEqual(['INV-1']);
  }, 180_000);

  test('while the outcome is published: it is published later, once', async () => {
    const { ada, ben, line, booked, atBank } = await lossyScene(cluster);
    atBank.onOrder = () => void line.next('settle', 'answer-lost').then(() => line.cut());
    expect((await ada.pay('INV-1')).code).toBe(0);
    line.restore();
    expect(await statusOf(ada)).toMatchObject({ state: 'current', unsent: 0 });
    await expectHeldBack(ben, 'INV-1', 'the bank accepted it');
    expect(booked()).toEqual(['INV-1']);
  }, 180_000);
});

describe('an answer to a claim that is lost', () => {
  test('is asked for again, and the payment goes on', async () => {
    const { ada, ben, line, booked } = await lossyScene(cluster);
    const lost = line.next('claim', 'answer-lost');
    expect((await ada.pay('INV-1')).code).toBe(0);
    await lost;
    await expectHeldBack(ben, 'INV-1', 'the bank accepted it');
    expect(booked()).toEqual(['INV-1']);
  }, 180_000);

  test('with the record going away leaves it not sent, held back from others, and sent by one command', async () => {
    const { ada, ben, line, booked } = await lossyScene(cluster);
    void line.next('claim', 'answer-lost').then(() => line.cut());
    const away = await ada.pay('INV-1');
    expect([away.code, away.error().code]).toEqual([1, expect.stringMatching(/^team\./)]);
    expect(await sentBy(ada, 'INV-1')).toMatchObject({ state: 'not-sent' });
    line.restore();
    await expectHeldBack(ben, 'INV-1', 'it has no outcome yet');
    expect(await statusOf(ada)).toMatchObject({ state: 'current', unsent: 0 });
    const again = await sendAgain(ada, 'INV-1');
    expect([again.code, booked()]).toEqual([0, ['INV-1']]);
    await expectHeldBack(ben, 'INV-1', 'the bank accepted it');
    expect(booked()).toEqual(['INV-1']);
  }, 180_000);
});

describe('a desk that is killed', () => {
  test('between claim and witness: nothing left, the others stay held back, and it is not sent by itself', async () => {
    const scene = await lossyScene(cluster);
    const { ada, ben, line, booked } = scene;
    const held = line.next('claim', 'answer-held');
    const desk = payApart(scene, ada, ...orderOf('INV-1'));
    await held;
    expect(await desk.kill()).toBe('SIGKILL');
    await expectHeldBack(ben, 'INV-1', 'it has no outcome yet');
    // The next start does not know whether it left: it says so, also to the team.
    expect((await ada.pay('INV-1')).code).toBe(3);
    expect(await sentBy(ada, 'INV-1')).toMatchObject({ state: 'unknown' });
    await ada.team('status');
    await expectHeldBack(ben, 'INV-1', 'its outcome is unknown');
    expect(booked()).toEqual([]);
  }, 180_000);

  test('behind the witness: the others stay held back, and what the bank lists later comes to the record', async () => {
    const scene = await lossyScene(cluster);
    const { ada, ben, booked, atBank } = scene;
    const desk = payApart(scene, ada, ...orderOf('INV-1'));
    atBank.onOrder = () => void desk.kill();
    expect(await desk.ended).toBe('SIGKILL');
    expect(booked()).toEqual(['INV-1']);
    await expectHeldBack(ben, 'INV-1', 'it has no outcome yet');
    expect((await ada.pay('INV-1')).code).toBe(3);
    await ada.team('status');
    await expectHeldBack(ben, 'INV-1', 'its outcome is unknown');
    atBank.isListing = true;
    expect((await ada.pay('INV-1')).code).toBe(0);
    atBank.isListing = false;
    await expectHeldBack(ben, 'INV-1', 'the bank accepted it');
    expect(booked()).toEqual(['INV-1']);
  }, 180_000);

  test('in a payment file: what was claimed ahead is given back at the next opening', async () => {
    const scene = await lossyScene(cluster);
    const { ada, ben, write, booked, atBank } = scene;
    const references = Array.from({ length: 60 }, (_, n) => `LINE-${String(n)}`);
    const lines = references.map((name, n) => `700000,B-1,${String(n + 1)}.25,EUR,${name}`);
    const heading = 'account,beneficiary id,amount,currency,reference';
    const file = write('payments.csv', [heading, ...lines].join('\n'));
    const desk = payApart(scene, ada, '--file', file, '--account', '700000');
    atBank.onOrder = () => {
      if (booked().length === 5) void desk.kill();
    };
    expect(await desk.ended).toBe('SIGKILL');
    atBank.onOrder = () => undefined;
    const before = booked();
    const last = references.filter((name) => !before.includes(name)).at(30) ?? '';
    const amount = `${String(references.indexOf(last) + 1)}.25`;
    expectError(await ben.pay(last, amount), 1, 'team.taken', 'it has no outcome yet');
    expect(await statusOf(ada)).toMatchObject({ state: 'current', unsent: 0 });
    // One that was on its way stays claimed, and the others are free.
    expect((await tryToPay(ben, last, amount)).code).toBe(0);
    expectError(await ben.pay(before.at(-1) ?? '', `${String(before.length)}.25`), 1, 'team.taken');
    await ada.run('pay', '--file', file, '--account', '700000');
    await ben.run('pay', '--file', file, '--account', '700000');
    expect(booked().toSorted()).toEqual([...new Set(booked())].toSorted());
    // What was sent when it was killed waits for a look at the bank, and nothing else does.
    const open = (await journalOf(ada)).filter(({ state }) => state === 'unknown');
    const missing = references.filter((name) => !booked().includes(name));
    expect(open.map(({ reference }) => reference)).toEqual(expect.arrayContaining(missing));
  }, 180_000);
});

test('a record that goes away in the middle of a payment file stops it, and the same file sends the rest', async () => {
  const { ada, ben, line, write, booked, atBank } = await lossyScene(cluster);
  const references = Array.from({ length: 120 }, (_, n) => `LINE-${String(n)}`);
  const lines = references.map((name, n) => `700000,B-1,${String(n + 1)}.25,EUR,${name}`);
  const heading = 'account,beneficiary id,amount,currency,reference';
  const file = write('payments.csv', [heading, ...lines].join('\n'));
  const payFile = (desk: TeamPerson) => desk.run('pay', '--file', file, '--account', '700000');
  atBank.onOrder = () => {
    if (booked().length === 5) line.cut();
  };
  const stopped = await payFile(ada);
  expect(stopped.code).toBe(1);
  expect(booked().length).toBeLessThan(120);
  line.restore();
  expect(await statusOf(ada)).toMatchObject({ state: 'current', unsent: 0 });
  const both = await Promise.all([payFile(ada), payFile(ben)]);
  expect(both.map(({ code }) => code)).not.toContain(3);
  await payFile(ada);
  expect(booked().toSorted()).toEqual(references.toSorted());
}, 180_000);

describe('a data folder from an old copy', () => {
  /** Ada sends INV-1 and INV-2; the record does not learn what came of the second. Then her folder is put back. */
  const putBack = async ({ wasTried = false } = {}) => {
    const scene = await lossyScene(cluster);
    const { ada, line, at, bank, booked } = scene;
    expect((await ada.pay('OLD-1', '77.00')).code).toBe(0);
    if (wasTried) {
      line.cut();
      expectError(await ada.pay('INV-2', '12.00'), 1, 'team.unreachable');
      line.restore();
    }
    const restore = copied(ada.data);
    expect((await ada.pay('INV-1', '11.00')).code).toBe(0);
    void line.next('claim', 'cut-after');
    expect((await tryToPay(ada, 'INV-2', '12.00')).code).toBe(0);
    line.restore();
    restore();
    /** The same folder on a machine that knows nothing of it. */
    const elsewhere = async (...args: string[]) =>
      runCommand(['--bank', at('bank.json'), '--data-dir', ada.data, ...args], {
        XDG_STATE_HOME: at('state of another machine'),
        NOSTRO_CREDENTIALS: JSON.stringify(bank.credentials),
      });
    return { ...scene, elsewhere, sent: () => booked().filter((name) => name.startsWith('INV')) };
  };

  test('sends nothing on its machine, and gives nothing back', async () => {
    const { ada, ben, sent } = await putBack();
    for (const reference of ['INV-1', 'INV-2', 'INV-3'])
      expectError(await ada.pay(reference, '12.00'), 1, 'journal.older');
    await statusOf(ada);
    for (const [reference, amount] of [
      ['INV-1', '11.00'],
      ['INV-2', '12.00'],
    ] as const)
      expectError(await ben.pay(reference, amount), 1, 'team.taken', `Ada claimed ${reference}`);
    expect(sent()).toEqual(['INV-1', 'INV-2']);
  }, 180_000);

  test('on another machine sends nothing that the record has of it, and gives nothing back', async () => {
    const { ben, elsewhere, sent } = await putBack();
    await elsewhere('team', 'status');
    await elsewhere('team', 'status');
    expectError(await ben.pay('INV-2', '12.00'), 1, 'team.taken', 'its outcome is unknown');
    const known = await elsewhere('pay', ...orderOf('INV-1', '11.00'));
    expectError(known, 1, 'team.taken', 'the bank accepted it');
    const open = await elsewhere('pay', ...orderOf('INV-2', '12.00'));
    expect([open.code, open.error().code]).toEqual([3, 'outcome.unknown']);
    expect((await elsewhere('pay', ...orderOf('INV-2', '12.00'))).code).toBe(3);
    expect(sent()).toEqual(['INV-1', 'INV-2']);
    expect((await elsewhere('pay', ...orderOf('INV-4', '14.00'))).code).toBe(0);
    expectError(await sendAgain(ben, 'INV-2'), 1, 'team.taken', 'its outcome is unknown');
    expect(sent()).toEqual(['INV-1', 'INV-2', 'INV-4']);
  }, 180_000);

  test('gives nothing back that its old journal calls not sent', async () => {
    const { ben, elsewhere, sent } = await putBack({ wasTried: true });
    await elsewhere('team', 'status');
    await elsewhere('team', 'status');
    expectError(await ben.pay('INV-2', '12.00'), 1, 'team.taken', 'its outcome is unknown');
    const { submissions } = (await elsewhere('submissions')).json<{ submissions: Sent[] }>();
    const id = submissions.find(({ reference }) => reference === 'INV-2')?.submissionId ?? '';
    const again = await elsewhere('submissions', '--send-again', id);
    expect([again.code, again.error().code]).toEqual([3, 'outcome.unknown']);
    expect(sent()).toEqual(['INV-1', 'INV-2']);
  }, 180_000);
});

describe('a desk’s copy of the record', () => {
  test.each([
    ['is deleted', 'delete'],
    ['is damaged', 'damage'],
    ['is an old one', 'older'],
  ] as const)(
    'that %s is read again before anything is sent',
    async (_what, how) => {
      const { ada, ben, line, booked } = await lossyScene(cluster);
      expect((await ada.pay('ADA-1', '21.00')).code).toBe(0);
      const copy = heldFile(ada, 'team.db');
      const putBack = copied(copy);
      expect((await ben.pay('BEN-1', '22.00')).code).toBe(0);
      expect((await ada.pay('ADA-2', '23.00')).code).toBe(0);
      const lose = (): void => {
        if (how === 'older') {
          putBack();
          return;
        }
        for (const file of globSync(`${copy}*`)) rmSync(file);
        if (how === 'damage') writeFileSync(copy, Buffer.alloc(8192, 7));
      };
      lose();
      line.cut();
      expectError(await ada.pay('ADA-3', '24.00'), 1, 'team.unreachable');
      expect(booked()).toHaveLength(3);
      line.restore();
      lose();
      expectError(await ada.pay('BEN-1', '22.00'), 1, 'team.taken', 'Ben claimed BEN-1');
      expect((await ada.pay('BEN-1-TWIN', '22.00')).code).toBe(1);
      expect((await ada.pay('ADA-4', '25.00')).code).toBe(0);
      expectError(await ben.pay('ADA-4', '25.00'), 1, 'team.taken', 'Ada claimed ADA-4');
      expect(await statusOf(ada)).toMatchObject({ state: 'current', unsent: 0 });
      expect(booked()).toEqual(['ADA-1', 'BEN-1', 'ADA-2', 'ADA-4']);
    },
    180_000,
  );
});

test('a journal that forgot its team sends nothing alone', async () => {
  const { person, ada, ben, booked, at } = await lossyScene(cluster);
  expect((await ben.pay('INV-1')).code).toBe(0);
  const eve = person('eve');
  // A journal as it was before the desk joined.
  await eve.run('submissions');
  const putBack = copied(heldFile(eve, 'journal.db'));
  const file = at('eve.json');
  await ada.team('invite', '--name', 'Eve', '--role', 'maker', '--out', file);
  const { words } = await eve.team<{ words: string[] }>('join', '--invitation', file);
  await ada.team('admit', '--words', words.join(' '));
  await eve.team('join', '--invitation', file);
  expectError(await eve.pay('INV-1'), 1, 'team.taken');
  putBack();
  for (const reference of ['INV-1', 'INV-2']) {
    const refused = await eve.pay(reference);
    expect([refused.code, refused.error().code]).toEqual([
      1,
      expect.stringMatching(/^(team\.forgotten|journal\.older)$/),
    ]);
  }
  expect(booked()).toEqual(['INV-1']);
}, 180_000);
