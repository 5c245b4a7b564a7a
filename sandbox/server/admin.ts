import { Hono } from 'hono';
import { z } from 'zod';

import { readBytes } from './body.ts';
import { clearCalls } from './calls.ts';
import { timestampOf } from './clock.ts';
import { FaultRule } from './faults/faults.ts';
import { IdempotencyMode } from './idempotency.ts';
import { invalid, Refusal } from './refusal.ts';
import type { SandboxApp, SandboxContext } from './request.ts';
import type { ServedBank } from './served-bank.ts';
import { expireAccessTokens } from './sessions.ts';

const FaultRules = z.strictObject({ rules: z.array(FaultRule) });
const IdempotencyChange = z.strictObject({ mode: IdempotencyMode });
const ClockStep = z.strictObject({
  ms: z
    .int()
    .min(0)
    .max(3_650 * 86_400_000),
});

/** The sandbox's own desk, under `/sandbox`: JSON in, JSON out, no token. It is reachable from this machine only. */
export function adminRoutes(served: ServedBank): SandboxApp {
  const app: SandboxApp = new Hono();
  app.use(async (_context, next) => {
    served.settle();
    await next();
    served.settle();
  });
  mountState(app, served);
  mountTrouble(app, served);
  served.mountAdmin(app);
  return app;
}

function mountState(app: SandboxApp, { state: bank, snapshots }: ServedBank): void {
  app.get('/health', (context) =>
    context.json({ status: 'ok', now: timestampOf(bank.clock), parameters: bank.parameters }),
  );
  app.post('/clock/advance', async (context) => {
    bank.clock.advance((await readAdminBody(context, ClockStep)).ms);
    bank.onChange();
    return context.json({ now: timestampOf(bank.clock) });
  });
  app.get('/snapshot', (context) =>
    context.body(snapshots.take(), 200, { 'content-type': 'application/json' }),
  );
  app.post('/restore', async (context) => {
    const snapshot = snapshots.read(await textOf(context));
    if (!snapshot) throw new Refusal(400, 'invalid_snapshot', 'The text is not a snapshot');
    snapshot.restore();
    bank.onChange();
    return context.json({ now: timestampOf(bank.clock) });
  });
  app.get('/calls', (context) => context.json({ calls: bank.calls.calls }));
  app.delete('/calls', (context) => {
    clearCalls(bank.calls);
    return context.json({ calls: [] });
  });
}

function mountTrouble(app: SandboxApp, { state: bank, magic }: ServedBank): void {
  const setFaults = (rules: readonly FaultRule[]): void => {
    bank.rules = rules.map((rule) => ({ rule, seen: 0, fired: 0 }));
    bank.onChange();
  };
  app.get('/faults', (context) => context.json({ rules: bank.rules }));
  app.put('/faults', async (context) => {
    setFaults((await readAdminBody(context, FaultRules)).rules);
    return context.json({ rules: bank.rules });
  });
  app.delete('/faults', (context) => {
    setFaults([]);
    return context.json({ rules: [] });
  });
  app.get('/magic', (context) => context.json({ subjects: magic }));
  app.get('/idempotency', (context) => context.json({ mode: bank.idempotency.mode }));
  app.put('/idempotency', async (context) => {
    const { mode } = await readAdminBody(context, IdempotencyChange);
    bank.idempotency.mode = mode;
    bank.onChange();
    return context.json({ mode });
  });
  app.post('/tokens/expire', (context) => {
    expireAccessTokens(bank.sessions);
    return context.json({ now: timestampOf(bank.clock) });
  });
}

/** Throws Refusal 400 that names the fields. */
export async function readAdminBody<S extends z.ZodType>(
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
