import { createRawSnippet } from 'svelte';

/** A row that says its number, by whichever element it is drawn. */
export const numberedRow = createRawSnippet<[number]>((index) => ({
  render: () => '<span role="gridcell"></span>',
  setup(node) {
    $effect(() => {
      node.textContent = `entry ${String(index() + 1)}`;
    });
  },
}));
