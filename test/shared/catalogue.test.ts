import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { BeneficiaryChange } from '../../shared/bank/beneficiaries.ts';
import { catalogue, operationNames } from '../../shared/bank/catalogue.ts';
import { isCurrency, minorDigits } from '../../shared/money/currencies.ts';
import { version } from '../../shared/version.ts';

const specified = {
  getStatement: ['GET', '/client-service/api/v1/statement/clientStatement/{accountNumber}'],
  getAccountsBy: ['GET', '/client-service/api/v1/accounts/by'],
  updateBeneficiary: ['PUT', '/client-service/api/v1/beneficiaries/{entityId}/update'],
  uploadSubclientDocuments: [
    'POST',
    '/client-service/api/v1/clients/{clientId}/sub-clients/{id}/upload-kyc',
  ],
  deleteSubclient: ['PATCH', '/client-service/api/v1/clients/{clientId}/sub-clients/{id}/delete'],
  submitSubclient: ['POST', '/client-service/api/v1/clients/{clientId}/sub-clients/{id}/submit'],
} as const;

test('the six specified operations have the specification’s methods and paths, and no other claims to be specified', () => {
  for (const [name, [method, path]] of Object.entries(specified))
    expect(catalogue[name as keyof typeof specified]).toMatchObject({
      method,
      path,
      origin: 'specified',
    });
  const claimed = operationNames.filter((name) => catalogue[name].origin === 'specified');
  expect(claimed.sort()).toEqual(Object.keys(specified).sort());
});

test.each(operationNames)('the placeholders of %s are its path parameters', (name) => {
  const { path, input } = catalogue[name];
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
  const shape = z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }) as {
    properties?: { path?: { properties?: object } };
  };
  expect(Object.keys(shape.properties?.path?.properties ?? {})).toEqual(placeholders);
});

test('delete and submit take no body', () => {
  for (const name of ['deleteSubclient', 'submitSubclient'] as const)
    expect(Object.keys(catalogue[name].input.shape)).toEqual(['path']);
});

test('an update sends postCode, gets postcode, and never sends what the request has no field for', () => {
  const answer = catalogue.updateBeneficiary.output.parse({
    name: 'Oduya Foods',
    postcode: '00100',
    currencyIso3Code: 'KES',
    paymentMethod: 'swift',
    clientId: 'c',
    subClientId: 's',
    intermediaryBank: { bankName: 'B', bic: 'BARCGB22', country: 'GBR' },
  });
  expect(answer).toMatchObject({ postcode: '00100', paymentMethod: 'swift' });
  expect(BeneficiaryChange.safeParse({ postCode: '00100' }).success).toBe(true);
  for (const field of ['postcode', 'paymentMethod', 'clientId', 'subClientId', 'entityId'])
    expect(BeneficiaryChange.safeParse({ [field]: 'x' }).success).toBe(false);
});

test('digits of minor units are ISO 4217’s, not Intl’s', () => {
  const digits = { USD: 2, JPY: 0, KWD: 3, CLF: 4, XOF: 0, HUF: 2, COP: 2, IQD: 3, UGX: 0, NGN: 2 };
  for (const [code, expected] of Object.entries(digits)) expect(minorDigits(code)).toBe(expected);
  for (const code of ['ABC', 'usd', 'XXX', '']) expect(isCurrency(code)).toBe(false);
});

test('the version is the package’s', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(manifest) as { version: string }).version).toBe(version);
});
