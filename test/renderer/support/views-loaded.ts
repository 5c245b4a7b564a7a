import { beforeAll } from 'vitest';

import { navigation } from '../../../renderer/shell/navigation.ts';

// What the window loads with its first use is compiled when it is first asked for, which on a busy machine takes longer than a person
// would wait, and a test: imported by the tests of the whole window, this asks for it before the first of them.
beforeAll(async () => {
  await Promise.all([
    ...navigation.map(({ load }) => load()),
    import('../../../renderer/features/find/FindBox.svelte'),
    import('../../../renderer/features/statements/export/HandOverDialog.svelte'),
    import('../../../renderer/shell/welcome/Blocked.svelte'),
    import('../../../renderer/shell/dropped/DroppedFiles.svelte'),
    import('../../../renderer/shell/KeysDialog.svelte'),
    import('../../../renderer/shell/dropped/TableKindDialog.svelte'),
  ]);
}, 120_000);
