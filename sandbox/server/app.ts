import type { RequestListener } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

import { catalogue, operationNames } from '../../shared/bank/catalogue.ts';
import { adminRoutes } from './admin.ts';
import { answerCall, refusalAnswer } from './answering.ts';
import { loopback } from './access-check.ts';
import { jsonAnswer } from './faults/fault-wire.ts';
import type { SandboxApp } from './request.ts';
import type { ServedBank } from './served-bank.ts';

/** The bank's operations under `/platform`, its own desk under `/sandbox`; `latencyMs` is added to every operation. */
export function sandboxApp(served: ServedBank, latencyMs: number): SandboxApp {
  const app: SandboxApp = new Hono();
  app.use(async (context, next) => {
    const host = new URL(context.req.url).hostname;
    if (!loopbackNames.has(host)) return plain(403, 'Only this machine is served');
    await next();
    return undefined;
  });
  app.onError((error) => {
    const { status, headers, body } = refusalAnswer(error);
    return new Response(body, { status, headers });
  });
  app.notFound(() => plain(404, 'There is no such operation'));
  mountCatalogue(app, served, latencyMs);
  app.route('/sandbox', adminRoutes(served));
  return app;
}

const loopbackNames: ReadonlySet<string> = new Set([loopback, 'localhost', '[::1]']);

/** Paths with fewer placeholders first, so that `/accounts/by` is not taken for an account. */
function mountCatalogue(app: SandboxApp, served: ServedBank, latencyMs: number): void {
  const placeholders = (path: string): number => path.split('{').length;
  const names = operationNames.toSorted(
    (a, b) => placeholders(catalogue[a].path) - placeholders(catalogue[b].path),
  );
  for (const name of names) {
    const { method, path } = catalogue[name];
    const pattern = `/platform${path.replace(/\{(\w+)\}/g, ':$1')}`;
    app.on(method, pattern, (context) => answerCall(context, served, { name, latencyMs }));
  }
}

/** A refusal of the server itself. */
export function plain(status: number, message: string): Response {
  const { headers, body } = jsonAnswer(status, { message, code: 'refused' });
  return new Response(body, { status, headers });
}

/** The app as a server of Node calls it. */
export const listenerOf = ({ fetch }: SandboxApp): RequestListener =>
  getRequestListener(fetch, { overrideGlobalObjects: false });
