import fc from 'fast-check';
import { expect, test } from 'vitest';

import { operationNames } from '../../shared/bank/catalogue.ts';
import { routes } from '../../shared/ipc/routes.ts';
import { openTestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';

test('whatever the window sends, the answer is an outcome and the desk lives [F2]', async () => {
  const desk = await openSandboxDesk();
  const harmless = Object.keys(routes).filter((route) => !/^(desk|session|sync)\./.test(route));
  const asked = fc.oneof(
    fc.constantFrom(
      ...harmless,
      '__proto__',
      'constructor',
      'toString',
      'bank.getToken',
      'bank.submitSubclient',
      'bank.nothing',
    ),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.anything({ maxDepth: 3 }), async (route, input) => {
      const outcome = (await desk.request(route as never, input as never)) as { ok: boolean };
      expect(typeof outcome.ok).toBe('boolean');
    }),
    { numRuns: 2_000 },
  );
  expect((await desk.get('desk.state', {})).phase).toBe('open');
});

test('an operation that changes the bank is no route of the window, whatever it is called', async () => {
  const desk = await openSandboxDesk();
  for (const name of [
    'getToken',
    'updateBeneficiary',
    'deleteSubclient',
    'simulateInflow',
    'getStatement',
  ])
    expect((await desk.refused(`bank.${name}` as never, {} as never)).code).toBe('internal');
});

test('unknown fields in a request are refused by name', async () => {
  const desk = await openTestDesk();
  const error = await desk.refused('statements.page', {
    accountNumber: '1',
    filter: {},
    index: 0,
    limit: 10,
    sql: 'DROP TABLE entry',
  } as never);
  expect(error.code).toBe('input.invalid');
});

test('no operation of the bank is a route: the window asks for what the desk does, not for a call', async () => {
  const desk = await openSandboxDesk();
  for (const name of operationNames) {
    const input = { path: {}, query: {}, body: {} };
    const outcome = await desk.request(`bank.${name}` as never, input as never);
    expect([name, outcome]).toMatchObject([
      name,
      {
        ok: false,
        error: {
          code: 'internal',
          message: expect.stringMatching(/^There is no such route\./) as string,
        },
      },
    ]);
  }
});
