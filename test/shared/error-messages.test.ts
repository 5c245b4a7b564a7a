import { expect, test } from 'vitest';

import { appError } from '../../shared/errors.ts';

const messageOf = (message?: string): string =>
  appError('input.invalid', 'c-1', message === undefined ? {} : { message }).message;

test('a failure says what happened, what is safe and what to do next, each once', () => {
  expect(messageOf()).toBe('Check what was entered. Nothing was sent. Correct it and try again.');
  expect(messageOf('The reference R-1 is used.')).toBe(
    'The reference R-1 is used. Nothing was sent. Correct it and try again.',
  );
  expect(messageOf('The reference R-1 is used. Nothing was sent.')).toBe(
    'The reference R-1 is used. Nothing was sent. Correct it and try again.',
  );
});
