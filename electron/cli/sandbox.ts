import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { argumentsOf } from './input/arguments.ts';
import type { Command } from './input/command.ts';

const options = {
  port: { type: 'string' },
  seed: { type: 'string' },
  entries: { type: 'string' },
  latency: { type: 'string' },
} as const;

/** Runs the sandbox bank alone until it is ended. Its address is printed first, as JSON. */
export const sandbox: Command = {
  summary: 'Runs the sandbox bank alone, for integrators.',
  usage: 'sandbox [--port P] [--seed N] [--entries N] [--latency MS]',
  run: async (args, { io }) => {
    argumentsOf(args, options);
    const program = fileURLToPath(io.programs.sandbox);
    const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        child.kill(signal);
      });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 2 ? 2 : code === 0 || code === null ? 0 : 1;
  },
};
