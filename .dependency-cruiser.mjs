const npm = (...names) => names.map((name) => `^node_modules/(${name})(/|$)`);

/** What a folder may import, by path; Node's own modules are judged by a rule of their own. */
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, dependencyTypesNot: ['core'] },
});

/** The nouns of the sandbox, each with the nouns that it may know. */
const sandboxNouns = {
  accounts: [],
  authentication: [],
  beneficiaries: [],
  conversions: [],
  payments: ['beneficiaries'],
  receivables: ['accounts'],
  remittances: [],
  statements: ['accounts'],
  'sub-clients': [],
  webhooks: [],
};
/** Its engines, which know no noun, each with the engines below it. */
const sandboxEngines = {
  seed: [],
  server: ['seed'],
  ledger: ['seed', 'server'],
  orders: ['seed', 'server', 'ledger'],
};
const sandboxRoom = (name, known) =>
  layer(`sandbox-${name}`, `^sandbox/${name}/`, [
    `^sandbox/(${[name, ...known].join('|')})/`,
    '^shared/',
    ...npm('zod', ...(name === 'server' ? ['hono', '@hono/node-server'] : [])),
  ]);
const sandboxRooms = [
  ...Object.entries(sandboxEngines).map(([name, below]) => sandboxRoom(name, below)),
  ...Object.entries(sandboxNouns).map(([name, nouns]) =>
    sandboxRoom(name, [...Object.keys(sandboxEngines), ...nouns]),
  ),
  {
    name: 'sandbox-room-without-a-wall',
    severity: 'error',
    from: {
      path: '^sandbox/[^/]+/',
      pathNot: `^sandbox/(bank|${Object.keys({ ...sandboxEngines, ...sandboxNouns }).join('|')})/`,
    },
    to: {},
  },
  {
    name: 'sandbox-rooms-do-not-meet',
    severity: 'error',
    scope: 'folder',
    from: { path: '^sandbox' },
    to: { circular: true },
  },
];

const entries = [
  '\\.config\\.(ts|js|mjs)$',
  '\\.d\\.ts$',
  '^electron/(main|preload|cli)\\.ts$',
  '^electron/desk/worker\\.ts$',
  '^renderer/main\\.ts$',
  '^sandbox/main\\.ts$',
  '^test/',
  '^tools/',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: entries }, to: {} },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(electron|virtual:.*|\\$app.*)$' },
    },
    {
      name: 'tests-and-tools-are-leaves',
      severity: 'error',
      from: { pathNot: '^(test|tools)/|^vitest\\.config' },
      to: { path: '^(test|tools)/' },
    },
    layer('shared-is-the-floor', '^shared/', ['^shared/', ...npm('jsonc-parser', 'zod')]),
    layer('window-sees-shared-only', '^renderer/', [
      '^(renderer|shared)/',
      ...npm('svelte', 'zod', '@fontsource-variable', 'i18n-iso-countries'),
    ]),
    layer('kit-knows-no-state', '^renderer/ui/', [
      '^renderer/ui/',
      '^shared/',
      ...npm('svelte', '@fontsource-variable'),
    ]),
    layer('page-kit-knows-no-feature', '^renderer/kit/', [
      '^renderer/(kit|state|ui)/',
      '^shared/',
      ...npm('svelte'),
    ]),
    layer('state-knows-no-feature', '^renderer/state/', [
      '^renderer/(state|ui)/',
      '^shared/',
      ...npm('svelte', 'zod'),
    ]),
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/(features|shell)/', pathNot: '^renderer/features/$1/' },
    },
    layer('machine-knows-nothing-of-banks', '^electron/machine/', [
      '^electron/machine/',
      '^shared/',
      ...npm('pino', 'zod'),
    ]),
    layer('store-knows-no-bank', '^electron/store/', [
      '^electron/(store|machine|timeline|statements)/',
      '^shared/',
      ...npm('better-sqlite3', '@types/better-sqlite3', 'birpc'),
    ]),
    layer('bank-knows-no-store', '^electron/bank/', [
      '^electron/(bank|machine)/',
      '^shared/',
      ...npm('jsonc-parser', 'undici', 'zod'),
    ]),
    layer('vault-stands-alone', '^electron/vault/', [
      '^electron/(vault|machine)/',
      '^shared/',
      ...npm('keytar', 'zod'),
    ]),
    layer('doctor-only-reads', '^electron/doctor/', [
      '^electron/(doctor|bank|machine)/',
      '^electron/statements/(dialect-memory|range-reader|range)\\.ts$',
      '^shared/',
    ]),
    layer('exports-know-no-noun', '^electron/exports/', [
      '^electron/(exports|machine)/',
      '^shared/',
    ]),
    layer('rim-knows-the-desk-by-its-door', '^electron/app/', [
      '^electron/app/',
      '^shared/',
      ...npm('electron', 'zod'),
    ]),
    layer('preload-is-thin', '^electron/preload\\.ts$', ['^shared/ipc/', ...npm('electron')]),
    layer('sandbox-is-another-program', '^sandbox/', [
      '^(sandbox|shared)/',
      ...npm('hono', '@hono/node-server', 'zod'),
    ]),
    ...sandboxRooms,
    {
      name: 'electron-at-the-rim',
      severity: 'error',
      from: {
        path: '^(electron|sandbox|shared)/',
        pathNot: '^electron/(app/|main\\.ts|preload\\.ts)',
      },
      to: { path: '^node_modules/electron(/|$)|^electron$' },
    },
    {
      name: 'node-stays-out-of-the-window',
      severity: 'error',
      from: { path: '^(renderer|shared)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-keychain-door',
      severity: 'error',
      from: { pathNot: '^electron/vault/keychain\\.ts$|^(test|tools)/' },
      to: { path: '^node_modules/keytar(/|$)' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
