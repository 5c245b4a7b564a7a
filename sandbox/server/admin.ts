import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';

import type { Bank } from '../bank/bank.ts';
import { readBytes } from './body.ts';
import { clearCalls } from './calls.ts';
import { timestampOf } from './clock.ts';
import {
  advanceClock,
  ClockStep,
  DialectChange,
  EntryName,
  EntryRewrite,
  FaultRules,
  IdempotencyChange,
  NewEntry,
  postEntry,
  restoreSnapshot,
  rewriteEntry,
  setDialect,
  setFaults,
  setIdempotency,
  takeSnapshot,
  withdrawEntry,
} from '../bank/control.ts';
import { magicSubjects } from '../bank/magic.ts';
import { settle } from '../bank/settle.ts';
import { invalid, Refusal } from './refusal.ts';
import type { SandboxContext } from './request.ts';
import { expireAccessTokens } from './sessions.ts';

/** The sandbox's own desk, under `/sandbox`: JSON in, JSON out, no token. It is reachable from this machine only. */
export function adminRoutes(bank: Bank): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (_context, next) => {
    settle(bank);
    await next();
    settle(bank);
  });
  mountState(app, bank);
  mountTrouble(app, bank);
  mountEntries(app, bank);
  mountOrders(app, bank);
  return app;
}

function mountState(app: Hono<{ Bindings: HttpBindings }>, bank: Bank): void {
  app.get('/health', (context) =>
    context.json({ status: 'ok', now: timestampOf(bank.clock), parameters: bank.parameters }),
  );
  app.post('/clock/advance', async (context) => {
    const { ms } = await readBody(context, ClockStep);
    return context.json({ now: advanceClock(bank, ms) });
  });
  app.get('/snapshot', (context) =>
    context.body(takeSnapshot(bank), 200, { 'content-type': 'application/json' }),
  );
  app.post('/restore', async (context) => {
    restoreSnapshot(bank, await textOf(context));
    return context.json({ now: timestampOf(bank.clock) });
  });
  app.get('/documents', (context) => context.json({ documents: bank.receivedFiles }));
  app.get('/calls', (context) => context.json({ calls: bank.calls.calls }));
  app.delete('/calls', (context) => {
    clearCalls(bank.calls);
    return context.json({ calls: [] });
  });
}

function mountTrouble(app: Hono<{ Bindings: HttpBindings }>, bank: Bank): void {
  app.get('/faults', (context) => context.json({ rules: bank.rules }));
  app.put('/faults', async (context) => {
    setFaults(bank, (await readBody(context, FaultRules)).rules);
    return context.json({ rules: bank.rules });
  });
  app.delete('/faults', (context) => {
    setFaults(bank, []);
    return context.json({ rules: [] });
  });
  app.get('/magic', (context) => context.json({ subjects: magicSubjects }));
  app.get('/dialect', (context) => context.json(bank.dialect));
  app.put('/dialect', async (context) =>
    context.json(setDialect(bank, await readBody(context, DialectChange))),
  );
  app.post('/tokens/expire', (context) => {
    expireAccessTokens(bank.sessions);
    return context.json({ now: timestampOf(bank.clock) });
  });
}

function mountEntries(app: Hono<{ Bindings: HttpBindings }>, bank: Bank): void {
  app.post('/entries', async (context) =>
    context.json({ entry: postEntry(bank, await readBody(context, NewEntry)) }),
  );
  app.patch('/entries', async (context) =>
    context.json({ entry: rewriteEntry(bank, await readBody(context, EntryRewrite)) }),
  );
  app.delete('/entries', async (context) => {
    withdrawEntry(bank, await readBody(context, EntryName));
    return context.json({ entry: null });
  });
}

/** Every order that the bank has taken, those too that are not to be seen yet; `?reference=` asks for one reference. */
function mountOrders(app: Hono<{ Bindings: HttpBindings }>, bank: Bank): void {
  for (const kind of ['transfers', 'trades', 'remittances', 'receivables'] as const)
    app.get(`/${kind}`, (context) => {
      const { byId } = bank.orders[kind];
      const reference = context.req.query('reference') ?? null;
      const orders = [...byId.values()].filter(
        (order) => reference === null || order.reference === reference,
      );
      return context.json({ [kind]: orders });
    });
  app.get('/idempotency', (context) => context.json({ mode: bank.idempotency.mode }));
  app.put('/idempotency', async (context) =>
    context.json(setIdempotency(bank, await readBody(context, IdempotencyChange))),
  );
}

async function readBody<S extends z.ZodType>(
  context: SandboxContext,
  schema: S,
): Promise<z.output<S>> {
  const body = schema.safeParse(parseJson(await textOf(context)));
  if (body.success) return body.data;
  throw invalid(
    ...body.error.issues.map(({ path, message }) => ({
      field: path.join('.') || 'body',
      message,
    })),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'invalid_request', 'The body is not JSON');
  }
}

const bytesMax = 256 * 1024 * 1024;

const textOf = async (context: SandboxContext): Promise<string> =>
  (await readBytes(context.env.incoming, bytesMax)).toString();
