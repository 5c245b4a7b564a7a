import { expect, test } from 'vitest';

import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import {
  openOnboardingDesk,
  wholeDetails,
  type OnboardingDesk,
} from '../support/desks/onboarding-desk.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';
import { newReference } from '../../shared/reference.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const read = (desk: Pick<OnboardingDesk, 'get'>, text: string, columns?: Record<string, number>) =>
  desk.get('subClients.readFile', {
    fileName: 'new.csv',
    bytes: bytes(text),
    ...(columns && { columns }),
  });

test('each row of a file of sub-clients is checked before anything is sent, and its fault named in it', async () => {
  const desk = await openOnboardingDesk();
  await desk.create(wholeDetails);
  const file = await read(
    desk,
    [
      'Name,Country,Registered,E-mail',
      'Kora Mining,NGA,2014-05-06,kyc@kora.example',
      'Baobab Textiles,SEN,,',
      'Lagos Salt,Nigeria,06/05/2014,not an address',
      'Kora Mining,NGA,,',
      ',NGA,,',
    ].join('\n'),
  );
  expect(file.holds).toBe('sub-clients');
  expect(
    file.rows.map(({ line, problems, known, order }) => [line, problems, known, order !== null]),
  ).toEqual([
    [2, [], null, true],
    [3, [], expect.stringContaining('is here already'), false],
    [
      4,
      [
        expect.stringContaining('“06/05/2014” is no day that can be read in one way only'),
        expect.stringMatching(/^E-mail: /),
        'Country of registration: must be a 3-letter country code',
      ],
      null,
      false,
    ],
    [5, ['Name: is on line 2 too'], null, false],
    [6, ['Name: is missing'], null, false],
  ]);
  expect(file.rows[0]?.order).toEqual({
    kind: 'sub-client',
    details: {
      name: 'Kora Mining',
      countryOfRegistration: 'NGA',
      registrationDate: '2014-05-06',
      businessContactEmail: 'kyc@kora.example',
    },
  });
  expect(await desk.calls('createSubclient')).toBe(1);
});

test('what a person chooses for the columns counts, and is remembered for the next file of their headings', async () => {
  const keychain = memoryKeychain();
  const desk = await openOnboardingDesk({ keychain });
  const text = 'Mandant,Sitz\nKora Mining,NGA\n';
  const unknown = await read(desk, text);
  expect(unknown.rows).toEqual([]);
  expect(unknown.notes).toContain('No column is known to be the name: say which one is.');
  expect(unknown.columns.map(({ heading, field }) => [heading, field])).toEqual([
    ['Mandant', ''],
    ['Sitz', ''],
  ]);
  const chosen = await read(desk, text, { name: 0, countryOfRegistration: 1 });
  expect(chosen.rows[0]?.order).toMatchObject({ details: { countryOfRegistration: 'NGA' } });
  await desk.close();
  const again = await openTestDesk({ dataDir: desk.dataDir, keychain });
  const next = await read(again, 'Mandant,Sitz\nLagos Salt,GHA\n');
  expect(next.rows[0]).toMatchObject({ name: 'Lagos Salt', problems: [] });
  expect(next.notes.join(' ')).toContain('matched as for new.csv');
});

test('owners are compared with their sub-client: shares above 100, strangers and those who are there are reported', async () => {
  const desk = await openOnboardingDesk();
  const id = (await desk.create(wholeDetails)).recordId ?? '';
  await desk.addOwner(id, 'Ama Diop', '60');
  const file = await read(
    desk,
    [
      'Sub-client;Owner;Share;Type;Date of birth',
      'baobab textiles;Ama Diop;60;;',
      'Baobab Textiles;Kofi Sarr;30 %;individual;06.05.1970',
      'Baobab Textiles;Third Holding;20;Company;',
      'Nobody Ltd;Eve;10;;',
    ].join('\n'),
  );
  expect(file.holds).toBe('owners');
  expect(file.rows.map(({ problems, known }) => [problems, known])).toEqual([
    [[], 'is an owner there already'],
    [[], null],
    [[expect.stringMatching(/^Share: the other owners hold 90 %, so 10 % is left/)], null],
    [
      [expect.stringContaining('no sub-client is called “Nobody Ltd”'), expect.anything()].slice(
        0,
        1,
      ),
      null,
    ],
  ]);
  const order = file.rows[1]?.order;
  expect(order).toEqual({
    kind: 'owner',
    subClientId: id,
    shareholder: {
      shareholderType: 'individual',
      name: 'Kofi Sarr',
      dateOfBirth: '1970-05-06',
      ownershipPercentage: '30',
    },
  });
  if (order?.kind !== 'owner') throw new Error('no owner');
  const made = await desk.get('shareholders.create', {
    reference: newReference(),
    subClientId: order.subClientId,
    shareholder: { ...order.shareholder },
  });
  expect(made.state).toBe('accepted');
});

test('one that was sent and has no answer is not offered to be sent again', async () => {
  const desk = await openOnboardingDesk();
  await desk.strike('createSubclient');
  const lost = await desk.create({ ...wholeDetails, name: 'Kora Mining', businessName: 'Kora' });
  expect(lost.state).toBe('unknown');
  const file = await read(desk, 'Name,Country\nKora Mining,NGA\nLagos Salt,NGA\n');
  expect(file.rows.map(({ known, order }) => [known, order !== null])).toEqual([
    ['was sent, and has no answer yet', false],
    [null, true],
  ]);
});

test.each([
  ['an empty file', '', 'it is empty'],
  ['a heading alone', 'Name,Country\n', 'no line under its heading'],
  ['something else', '\u0000\u0001\u0002\u0003', 'it is not plain text'],
])('%s is refused in a sentence', async (_, text, words) => {
  const desk = await openOnboardingDesk();
  const refused = await desk.refused('subClients.readFile', {
    fileName: 'x.csv',
    bytes: bytes(text),
  });
  expect(refused.message).toContain(words);
});
