import { describe, expect, test } from 'vitest';

import { large, team } from './attacked-team.ts';

const sent = ['I', 'J', 'K'].map((reference) => ({ reference, amount: '90000' }));
const notSent = 'Its desk did not send it before it was admitted.';
const silent = 'It does not say what it sends.';

/** Fay joined, and had sent three payments by then. */
function newcomer() {
  const made = team();
  made.approve('cy', made.enrol('fay', ['maker'], { sent }));
  return made;
}

describe('a newcomer', () => {
  test('claims what its admission names, however it is spread over acts', () => {
    const { claimPast, objections, restart } = newcomer();
    claimPast('fay', sent, 2);
    restart();
    claimPast('fay', sent, 0);
    claimPast('fay', sent, 1);
    expect(objections()).toEqual([]);
  });

  test('claims nothing else as sent before: no other reference, amount or list', () => {
    const { claimPast, write, objections } = newcomer();
    claimPast('fay', sent, 0, { reference: 'X' });
    claimPast('fay', sent, 0, { amount: '90001' });
    claimPast('fay', [...sent, { reference: 'L', amount: '1' }], 3);
    claimPast('fay', [{ reference: 'M', amount: '1' }], 0);
    expect(objections()).toEqual([notSent, notSent, notSent, notSent]);
    write(
      'fay',
      'claim',
      { references: ['N'], isImport: true },
      { claims: [{ r: 'reference:N', l: '', p: '' }] },
    );
    expect(objections().at(-1)).toBe(silent);
  });

  test('names one payment and claims another', () => {
    const { write, claimPast, objections } = newcomer();
    claimPast('fay', sent, 0);
    const honest = { references: ['I'] };
    const past = { salt: 'a'.repeat(43), place: 0, payload: '0'.repeat(64), path: [] };
    write(
      'fay',
      'claim',
      { ...honest, payments: [{ past }] },
      { claims: [{ r: 'reference:Z', l: '', p: '' }] },
    );
    expect(objections()).toEqual([notSent]);
  });

  test('claims nothing as sent before once it has claimed a payment of its own', () => {
    const { claimPast, claim, objections } = newcomer();
    claimPast('fay', sent, 0);
    claim('fay', { reference: 'S', amount: '5' });
    expect(objections()).toEqual([]);
    claimPast('fay', sent, 1);
    expect(objections()).toEqual([notSent]);
  });

  test('does not use the admission of another desk, or of one that was there before the rules', () => {
    const { claimPast, objections } = newcomer();
    claimPast('dee', sent, 0);
    claimPast('ada', sent, 1);
    expect(objections()).toEqual([notSent, notSent]);
  });

  test('does not use one past payment for a new one of the same act', () => {
    const { write, objections } = newcomer();
    const content = { references: ['I', 'N'], payments: [] };
    const named = ['I', 'N'].map((reference) => ({ r: `reference:${reference}`, l: '', p: '' }));
    write('fay', 'claim', content, { claims: named });
    expect(objections()).toEqual([silent, silent]);
  });
});

describe('a desk that claims again what the record lost', () => {
  const repair = { from: 1, upTo: 2 };

  test('is checked by what it states, and brings no objection where it was approved', () => {
    const { request, approve, claim, setTime, write, objections } = team();
    const of = request('dee', large, { until: '2026-11-24T18:00:00.000Z' });
    approve('bo', of);
    setTime('2026-11-25T08:00:00.000Z');
    write('ada', 'repair', repair);
    claim('dee', large, { request: of, sentAt: '2026-11-24T14:00:00.000Z' });
    expect(objections()).toEqual([]);
    claim('dee', { reference: 'B', amount: '12000' }, { sentAt: '2026-11-24T14:00:00.000Z' });
    expect(objections()).toEqual([expect.stringContaining('1 of role checker')]);
  });

  test('states no time of its own without a repair, after its confirmation, of the future, or of long ago', () => {
    const { request, approve, claim, settle, setTime, write, objections } = team();
    const of = request('dee', large, { until: '2026-11-24T18:00:00.000Z' });
    approve('bo', of);
    setTime('2026-11-25T08:00:00.000Z');
    const over = expect.stringContaining('It was to be sent until') as string;
    const tries = (sentAt: string): void => {
      claim('dee', large, { request: of, sentAt });
      settle('dee', 'A', 'not-sent');
    };
    tries('2026-11-24T14:00:00.000Z');
    write('ada', 'repair', repair);
    tries('2026-11-25T08:00:00.001Z');
    tries('2026-11-18T07:59:59.999Z');
    write('dee', 'repaired', { n: 3 });
    tries('2026-11-24T14:00:00.000Z');
    expect(objections()).toEqual([over, over, over, over]);
  });
});
