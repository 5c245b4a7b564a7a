import { expect, test } from 'vitest';

import {
  actorIn,
  actorText,
  commandLineActor,
  deskActor,
  isSamePerson,
  signingActor,
} from '../../shared/actor.ts';
import { actorNamed } from '../support/desks/actors.ts';

const ada = { userId: 'U-1', name: 'Ada Merlin', emailAddress: 'ada@example.com' };

test.each([
  ['whom the bank names', deskActor('d', ada, 'Typed'), { id: 'U-1', name: 'Ada Merlin' }],
  [
    'by the e-mail without an id',
    deskActor('d', { ...ada, userId: '' }),
    { id: 'ada@example.com', name: 'Ada Merlin' },
  ],
  [
    'by a typed name where the bank names no one',
    deskActor('d', null, ' Ines '),
    { id: '', name: 'Ines' },
  ],
  ['by no name where none is typed', deskActor('d', null, ' '), { id: '', name: '' }],
  ['as this desk where no name is asked for', deskActor('d', null), { id: '', name: 'this desk' }],
  ['on the command line', commandLineActor('d'), { id: '', name: 'command line' }],
  ['who signs with a typed name', signingActor('d', ada, ' Ines '), { id: 'U-1', name: 'Ines' }],
])('an actor is the person %s', (_, actor, expected) => {
  expect(actor).toEqual({ ...expected, desk: 'd' });
});

test('equal actors are equal texts, and a text is read back', () => {
  const actor = deskActor('d', ada);
  const text = actorText({ name: actor.name, desk: actor.desk, id: actor.id });
  expect(text).toBe('{"desk":"d","id":"U-1","name":"Ada Merlin"}');
  expect(actorIn(text)).toEqual(actor);
});

test.each([
  '',
  'Ada',
  '{}',
  '{"desk":"d","id":1,"name":"Ada"}',
  '{"desk":"d","id":"","name":"","more":1}',
])('another text is no actor: %s', (text) => {
  expect(() => actorIn(text)).toThrow();
});

test('a person is the same by the bank’s id, and by name and desk where there is none', () => {
  const signed = deskActor('d', ada);
  expect(isSamePerson(signed, { ...signed, name: 'Ada Marsh', desk: 'e' })).toBe(true);
  expect(isSamePerson(signed, { ...signed, id: '' })).toBe(false);
  expect(isSamePerson(actorNamed('Ada'), actorNamed('Ada'))).toBe(true);
  expect(isSamePerson(actorNamed('Ada'), { ...actorNamed('Ada'), desk: 'e' })).toBe(false);
  expect(isSamePerson(actorNamed('Ada'), actorNamed('Ben'))).toBe(false);
});
