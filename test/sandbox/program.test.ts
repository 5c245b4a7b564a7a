import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = resolve(import.meta.dirname, '../../sandbox/main.ts');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nostro-sandbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => spawn(process.execPath, [main, ...args]);
const textOf = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
};

async function healthOf(baseUrl: string): Promise<unknown> {
  const { body } = await request(`${baseUrl}/sandbox/health`);
  return await body.json();
}

describe('the sandbox as a program', () => {
  it('prints its address and credentials as one line of JSON and ends cleanly, its state saved', async () => {
    const state = join(folder, 'state.json');
    const child = run('--port', '0', '--seed', '5', '--entries', '300', '--state', state);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const started = JSON.parse(line.toString()) as { baseUrl: string };
    expect(started).toMatchObject({
      credentials: { username: 'desk@nostro.example', password: 'sandbox' },
      seed: 5,
      entries: 300,
    });
    expect(await healthOf(started.baseUrl)).toMatchObject({ parameters: { seed: 5 } });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ parameters: { seed: 5 } });
  });

  it.each([
    [['--port', 'abc'], /port/],
    [['--entries', '5'], /entries/],
    [['--colour', 'red'], /colour/],
    [['stray'], /stray/],
  ])('refuses %j with a JSON error and exit code 2', async (args, words) => {
    const child = run(...args);
    const [text, [code]] = await Promise.all([
      textOf(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    expect(code).toBe(2);
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    expect(error.code).toBe('input.invalid');
    expect(error.message).toMatch(words);
  });

  it('says so when the port is taken', async () => {
    const first = run('--entries', '200');
    const [line] = (await once(first.stdout, 'data')) as [Buffer];
    const { port } = new URL((JSON.parse(line.toString()) as { baseUrl: string }).baseUrl);
    const second = run('--port', port);
    const [text, [code]] = await Promise.all([
      textOf(second.stderr),
      once(second, 'exit') as Promise<[number]>,
    ]);
    first.kill('SIGINT');
    await once(first, 'exit');
    expect(code).toBe(1);
    expect(text).toContain('EADDRINUSE');
  });
});

describe('the sandbox as a worker', () => {
  it('posts its address and ends when asked to close, its state saved', async () => {
    const statePath = join(folder, 'state.json');
    const workerData = { seed: 6, entries: 300, statePath };
    const worker = new Worker(main, { workerData });
    const [{ baseUrl }] = (await once(worker, 'message')) as [{ baseUrl: string }];
    expect(await healthOf(baseUrl)).toMatchObject({ parameters: { seed: 6 } });
    worker.postMessage('close');
    expect(await once(worker, 'exit')).toEqual([0]);
    expect(JSON.parse(await readFile(statePath, 'utf8'))).toMatchObject({
      parameters: { seed: 6 },
    });
  });

  it('makes no bank, and saves none, without a call', async () => {
    const statePath = join(folder, 'state.json');
    const worker = new Worker(main, { workerData: { seed: 6, entries: 300, statePath } });
    await once(worker, 'message');
    worker.postMessage('close');
    expect(await once(worker, 'exit')).toEqual([0]);
    expect(existsSync(statePath)).toBe(false);
  });
});
