import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..', '..');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

test('`npm run test:changed` may choose among all projects of units and components', () => {
  const [program, , ...options] = (scripts['test:changed'] ?? '').replaceAll('"', '').split(' ');
  expect(program).toBe('vitest');
  const chosen = options.filter((option) => option !== '--changed');
  const listed = execFileSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    ['list', '--filesOnly', ...chosen],
    { cwd: root, encoding: 'utf8' },
  );
  const projects = new Set(listed.match(/^\[[^\]]+\]/gm));
  expect([...projects].toSorted()).toEqual([
    '[component (chromium)]',
    '[component-full (chromium)]',
    '[unit-full]',
    '[unit-isolated-full]',
    '[unit-isolated]',
    '[unit]',
  ]);
});
