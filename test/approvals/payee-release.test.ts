import { describe, expect, test } from 'vitest';

import { payeeName } from '../../electron/nouns/approvals/order.ts';
import { fingerprintOf, bankDetailsOf } from '../../electron/nouns/beneficiaries/fingerprint.ts';
import { teamOfApprovals, type Payment } from './team-of-approvals.ts';

/** Ada founded; Bo has two desks, Cy checks, Dee reads. The team has paid P1 with `fp-1`. */
function team(isOn = true) {
  const made = teamOfApprovals();
  made.enrol('bo', ['maker', 'checker']);
  made.enrol('bo-2', ['maker', 'checker'], { name: 'bo' });
  made.enrol('cy', ['checker']);
  made.enrol('dee', ['reader']);
  made.setRules({
    payees: [payeeName('P1', 'fp-1')],
    ...(isOn ? { payeeRelease: 'second-person' as const } : {}),
  });
  const change = (desk: string, payee = 'P1'): void => {
    const payload = JSON.stringify({ path: { entityId: payee }, body: { accountNumber: '2' } });
    const reference = `change ${payee} ${desk}`;
    made.claim(desk, { reference, amount: '0', operation: 'updateBeneficiary', payload });
    made.settle(desk, reference, 'accepted');
  };
  const release = (desk: string, details = 'fp-2', payee = 'P1'): string =>
    made.write(desk, 'release-payee', { payee, details });
  /** Pays the changed details, and returns why every desk objects. */
  const pay = (desk: string, payment: Payment = small, details = 'fp-2'): readonly string[] => {
    made.claim(desk, payment, { premise: { details } });
    return made.objections();
  };
  return { ...made, change, release, pay };
}

const small: Payment = { reference: 'S', amount: '10' };
const held = (why: string) => [`Its payee waits for a release: ${why}`];
const byChanger = (person: string) =>
  held(`somebody other than ${person}, who changed it, must look at its bank details.`);
const byMaker = (person: string) =>
  held(
    `it is not known who changed it, and somebody other than ${person}, who made the payment, must look at its bank details.`,
  );

test('a payee that somebody changed is paid once a second person released its details', () => {
  const { change, release, pay } = team();
  change('bo');
  release('cy');
  expect(pay('bo')).toEqual([]);
});

test('a payee that the team has paid with these details waits for no release', () => {
  const { pay } = team();
  expect(pay('bo', small, 'fp-1')).toEqual([]);
});

test('without the setting nothing is held, and a release is a note', () => {
  const { change, release, pay, lastVoid } = team(false);
  change('bo');
  expect(pay('bo')).toEqual([]);
  release('bo');
  expect(lastVoid()).toBe('The approval rules ask for no release of payees.');
});

describe('a payment is an objection on every desk', () => {
  test('where the change was not released', () => {
    const { change, pay } = team();
    change('bo');
    expect(pay('cy')).toEqual(byChanger('bo'));
  });

  test('where whoever changed the payee released it', () => {
    const { change, release, pay } = team();
    change('bo');
    release('bo');
    expect(pay('cy')).toEqual(byChanger('bo'));
  });

  test('where the same person released it from a second machine', () => {
    const { change, release, pay } = team();
    change('bo');
    release('bo-2');
    expect(pay('cy')).toEqual(byChanger('bo'));
  });

  test('where a deputy released it', () => {
    const { change, release, pay, delegate } = team();
    delegate('bo', 'cy');
    change('bo');
    release('cy');
    expect(pay('ada')).toEqual(byChanger('bo'));
  });

  test('where other details were released', () => {
    const { change, release, pay } = team();
    change('bo');
    release('cy', 'fp-3');
    release('cy', 'fp-2', 'P2');
    expect(pay('bo')).toEqual(byChanger('bo'));
  });

  test('where the one who released it was revoked before the payment', () => {
    const { change, release, pay, revoke } = team();
    change('bo');
    release('cy');
    revoke('cy');
    expect(pay('bo')).toEqual(byChanger('bo'));
  });

  test('where the change came 40 days before the release by its author', () => {
    const { change, release, pay, setTime, restart } = team();
    change('bo');
    setTime('2027-01-03T12:00:00.000Z');
    release('bo');
    restart();
    expect(pay('cy')).toEqual(byChanger('bo'));
    release('cy');
    expect(pay('cy', { ...small, reference: 'T' })).toHaveLength(1);
  });

  test('where the change was made past the record, and its payer released it', () => {
    const { release, pay } = team();
    release('bo');
    expect(pay('bo')).toEqual(byMaker('bo'));
    expect(pay('cy', { ...small, reference: 'T' })).toHaveLength(1);
  });

  test('where the payee is new, and its author released it', () => {
    const { claim, settle, release, pay } = team();
    const body = { ...newPayee, name: 'New', addressLine1: 'x' };
    const details = fingerprintOf(bankDetailsOf(detailsOf(newPayee)));
    const payload = JSON.stringify({ body });
    claim('bo', { reference: 'N', amount: '0', operation: 'createBeneficiary', payload });
    settle('bo', 'N', 'accepted');
    release('bo', details, 'P9');
    expect(pay('cy', { ...small, payee: 'P9' }, details)).toEqual(byChanger('bo'));
    release('cy', details, 'P9');
    expect(pay('cy', { ...small, payee: 'P9', reference: 'T' }, details)).toHaveLength(1);
  });
});

const newPayee = {
  ...{ accountName: 'New', accountNumber: '99', bankBicOrCode: 'ABNANL2A', bankName: 'ABN' },
  ...{ country: 'NLD', currencyIso3Code: 'EUR' },
};

/** The bank’s record of it. */
const detailsOf = (given: typeof newPayee) =>
  ({ ...given, intermediaryBank: null, branchInformation: null }) as Parameters<
    typeof bankDetailsOf
  >[0];

test('a reader releases nothing, and a change that never left held nothing', () => {
  const { release, lastVoid, claim, settle, pay } = team();
  release('dee');
  expect(lastVoid()).toBe('Its author may not release a payee.');
  const payload = JSON.stringify({ path: { entityId: 'P1' }, body: { accountNumber: '2' } });
  claim('bo', { reference: 'C', amount: '0', operation: 'updateBeneficiary', payload });
  settle('bo', 'C', 'not-sent');
  release('bo');
  expect(pay('cy')).toEqual([]);
});

test('the details are known once they were paid to, and a release outlives a start', () => {
  const { change, release, pay, restart, settle, revoke } = team();
  change('bo');
  release('cy');
  restart();
  expect(pay('bo')).toEqual([]);
  settle('bo', 'S', 'accepted');
  revoke('cy');
  expect(pay('bo', { ...small, reference: 'T' })).toEqual([]);
});
