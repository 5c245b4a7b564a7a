import { expect, test } from 'vitest';

import { stringsOfSvelte } from '../../tools/strings/svelte.ts';
import { stringsOfTypeScript } from '../../tools/strings/typescript.ts';
import { shownTexts } from '../../tools/strings/views.ts';

const component = `<script lang="ts">
  import Button from '../ui/Button.svelte';
  const heading = 'Open points';
  const states = { sent: 'on its way', kind: 'sent-elsewhere' };
</script>

<section class="stack close" aria-label="Payments" aria-live="polite">
  <h2>{heading} of {states.sent}</h2>
  {#if heading === 'Not shown'}
    <Button keys="Enter" title={isOff ? 'Sign in first' : 'Send it'} class={['row wide', x && 'far out']}>
      Send {count}
      payments
    </Button>
  {:else}
    <input placeholder="name" value={\`Review \${name}\`} />
  {/if}
</section>

<style>
  section {
    font: 'Inter Variable';
  }
</style>
`;

test('a component shows its text nodes, text attributes, and the prose of its code, each with its line', () => {
  expect(stringsOfSvelte(component)).toEqual([
    { line: 3, text: 'Open points' },
    { line: 4, text: 'on its way' },
    { line: 7, text: 'Payments' },
    { line: 8, text: '{…} of {…}' },
    { line: 10, text: 'Sign in first' },
    { line: 10, text: 'Send it' },
    { line: 11, text: 'Send {…} payments' },
    { line: 15, text: 'name' },
    { line: 15, text: 'Review {…}' },
  ]);
});

test('a module shows its prose and its labels, and nothing that the program alone reads', () => {
  const source = `import { x } from './A.ts';
type State = 'Not shown';
const labels = { label: 'draft', key: 'Enter now', width: 'minmax(1fr, 2fr)' };
export const sentence = (n: number) => \`\${n} payments sent\`;
if (state === 'Also hidden') throw new Error('For a programmer');
const codes = ['EUR', 'fieldName', 'some.path', 'NFKD'];
const media = matchMedia('(prefers-contrast: more)');
`;
  expect(stringsOfTypeScript(source)).toEqual([
    { line: 3, text: 'draft' },
    { line: 4, text: '{…} payments sent' },
  ]);
});

test('texts are listed by view, with file and line; a file without any is left out', () => {
  const sources: Record<string, string> = {
    'shared/b.ts': "export const text = 'Balance too low';",
    'shared/a.ts': 'export const one = 1;',
    'renderer/ui/Tag.svelte': '<b>late</b>',
    'renderer/features/payments/file/a.ts': "export const title = 'Payment files';",
  };
  expect(shownTexts(Object.keys(sources), (file) => sources[file] ?? '')).toEqual([
    { view: 'payments', lines: ['renderer/features/payments/file/a.ts:1: Payment files'] },
    { view: 'renderer/ui', lines: ['renderer/ui/Tag.svelte:1: late'] },
    { view: 'shared', lines: ['shared/b.ts:1: Balance too low'] },
  ]);
});
