import { describe, expect, test } from 'vitest';

import { beneficiaryById, listBeneficiaries } from '../../electron/nouns/beneficiaries/tables.ts';
import { transferList } from '../../electron/nouns/payments/tables.ts';
import { rows } from '../../electron/engines/store/database.ts';
import { findMoneyRecords } from '../../electron/engines/store/records/money-lists.ts';
import { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { limits } from '../../shared/limits.ts';
import { transferOf } from '../support/desks/lone-desk.ts';
import { asOf, openCopy } from '../support/stores/store.ts';

const payee = (extras?: string, given: object = {}) =>
  BeneficiaryRecord.parse({ entityId: 'b1', name: 'Ada Obi', extras, ...given });

const complete = { complete: true };

describe('an extra field of a bank’s record', () => {
  test('is stored digit for digit, with its earlier value, and is no event', () => {
    const { writer, reader } = openCopy();
    writer.saveBeneficiaries([payee('{"limit":12345678901234567890.10}')], asOf, complete);
    writer.saveBeneficiaries([payee('{"limit":1.0}')], asOf, complete);
    expect(beneficiaryById(reader, 'b1')).toMatchObject({
      beneficiary: { extras: '{"limit":1.0}' },
      earlier: [{ beneficiary: { extras: '{"limit":12345678901234567890.10}' } }],
    });
    expect(rows(reader, 'SELECT * FROM bank_event')).toEqual([]);
  });

  test('that was not stored before is added, and does not count as a change', () => {
    const { writer, reader } = openCopy();
    writer.saveBeneficiaries([payee()], asOf, complete);
    const saved = writer.saveBeneficiaries([payee('{"score":7}')], asOf, complete);
    expect(saved).toMatchObject({ changed: 0 });
    expect(beneficiaryById(reader, 'b1')).toMatchObject({
      beneficiary: { extras: '{"score":7}' },
      earlier: [],
    });
  });

  test('that differs at every reading keeps the first and newest versions, and every version with another name', () => {
    const { writer, reader } = openCopy();
    const times = limits.extrasVersionsMax + 20;
    writer.saveBeneficiaries([payee('{"age":0}', { name: 'Ada' })], asOf, complete);
    for (let time = 1; time < times; time += 1)
      writer.saveBeneficiaries([payee(`{"age":${String(time)}}`)], asOf, complete);
    const { earlier = [] } = beneficiaryById(reader, 'b1') ?? {};
    expect(earlier.length).toBeLessThanOrEqual(limits.extrasVersionsMax + 2);
    expect(earlier[0]?.beneficiary.extras).toBe(`{"age":${String(times - 2)}}`);
    expect(earlier.at(-1)?.beneficiary).toMatchObject({ name: 'Ada', extras: '{"age":0}' });
  });

  test('is found by a search', () => {
    const { writer, reader } = openCopy();
    writer.saveBeneficiaries([payee('{"group":"Équipe Nord"}')], asOf, complete);
    expect(listBeneficiaries(reader, 'equipe').rows).toHaveLength(1);
    const transfer = { ...transferOf({ id: 't1' }), extras: '{"rail":"SWIFT gpi"}' };
    writer.saveTransfers([transfer], asOf, complete);
    expect(findMoneyRecords(reader, transferList, { search: 'gpi', limit: 5 })).toMatchObject([
      { record: { extras: '{"rail":"SWIFT gpi"}' } },
    ]);
  });
});
