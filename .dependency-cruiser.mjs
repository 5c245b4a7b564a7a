const npm = (...names) => (names.length === 0 ? [] : [`^node_modules/(${names.join('|')})(/|$)`]);

/** What a folder may import, by path; Node's own modules are judged by a rule of their own. */
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, dependencyTypesNot: ['core'] },
});

/** The floors of `electron/`: each of its rooms stands on one of them. `sandbox/` has no floors. */
const floor = (part) => (part === 'electron' ? '(nouns|engines|connections)/' : '');

/** What a room may import beside `shared` and itself: these rooms of its part of the house, and these packages. */
const room = (part, name, known, packages) =>
  layer(`${part}-${name}`, `^${part}/${floor(part)}${name}/`, [
    `^${part}/${floor(part)}(${[name, ...known].join('|')})/`,
    '^shared/',
    ...npm(...packages),
  ]);

/**
 * The rooms of a part of the house: engines know no noun, and of the other engines those named; a noun knows the nouns
 * named and every engine but the guarded ones; a connection knows the rooms named and no other; what composes them
 * stands above. A folder that is none of these fails, and so does a room on the wrong floor.
 */
const roomsOf = (
  part,
  { engines, guarded = [], nouns, connections = {}, everywhere = [], packages, above },
) => [
  ...Object.entries({ ...engines, ...connections }).map(([name, known]) =>
    room(part, name, known, [...everywhere, ...(packages[name] ?? [])]),
  ),
  ...Object.entries(nouns).map(([name, known]) =>
    room(
      part,
      name,
      [...Object.keys(engines).filter((engine) => !guarded.includes(engine)), ...known],
      [...everywhere, ...(packages[name] ?? [])],
    ),
  ),
  {
    name: `${part}-room-without-a-wall`,
    severity: 'error',
    from: {
      path: `^${part}/[^/]+/`,
      pathNot: [
        `^${part}/(${above.join('|')})/`,
        ...Object.entries({ engines, nouns, connections }).map(
          ([name, rooms]) =>
            `^${part}/${floor(part) && `${name}/`}(${Object.keys(rooms).join('|')})/`,
        ),
      ],
    },
    to: {},
  },
];

const electronRooms = roomsOf('electron', {
  engines: {
    machine: [],
    files: [],
    // What columns of a dropped table mean, and what a person said of them before.
    columns: ['acts', 'files', 'sharing', 'store'],
    // Lines of two sides: it knows no file, no table and no noun.
    matching: [],
    // Days on which banks work: it knows no table, no bank and no noun.
    calendars: [],
    // What came again and when it comes next: it knows no table and no noun.
    recurring: [],
    // Lists of sanctions, and how well names agree with them: it knows no table and no noun.
    sanctions: ['files'],
    // What a person typed, understood: it knows no table.
    find: ['store'],
    // Bytes of an invoice in, its fields with their sources out: it knows no table and no noun. Of the store it has the calls between threads.
    'invoice-files': ['files', 'store'],
    vault: ['machine'],
    bank: ['machine'],
    store: ['machine'],
    exports: ['machine'],
    // Rows in, a file's bytes out: without a store, a bank or a path.
    formats: [],
    ipc: ['bank', 'machine'],
    submissions: ['bank', 'ipc', 'machine', 'store'],
    // What is signed, encrypted and chained: it knows no table, no server and no noun.
    acts: [],
    // Acts in their order and claims; what an act means is decided elsewhere.
    'team-record': ['acts', 'machine', 'store'],
    // Changes of records that a team shares: out to the team's record, and from it into the journal. It knows no noun.
    sharing: ['acts', 'machine', 'store', 'team-record'],
    // What acts did, in plain words, to be searched and exported. Nouns say how their kinds read.
    'act-log': ['acts', 'find', 'formats', 'machine', 'store', 'team-record'],
  },
  guarded: ['vault'],
  nouns: {
    accounts: [],
    activity: [],
    beneficiaries: [],
    drafts: [],
    // Payments for a later day. It sends none.
    'due-payments': [],
    // Members of a team and their keys: the one noun that knows the vault.
    people: ['vault'],
    // What needs whose approval, by the team's acts. It knows no database.
    approvals: ['beneficiaries', 'people'],
    'sub-clients': [],
    timeline: [],
    statements: ['accounts'],
    // What one currency is in another, by whom; what all accounts come to.
    rates: ['accounts', 'statements'],
    conversions: ['accounts', 'rates', 'statements'],
    payments: ['accounts', 'beneficiaries', 'due-payments', 'statements'],
    orders: ['accounts', 'beneficiaries', 'payments', 'statements'],
    // What an invoice states of its payment, and the payee that has its account.
    invoices: ['accounts', 'beneficiaries', 'due-payments', 'payments', 'statements'],
    webhooks: ['sub-clients'],
    // Orders in the bank's lists that no claim of the team accounts for.
    unclaimed: ['beneficiaries', 'conversions', 'payments'],
    books: ['accounts', 'statements'],
    outlook: [
      ...['accounts', 'beneficiaries', 'conversions', 'drafts', 'due-payments', 'orders'],
      ...['payments', 'rates', 'statements'],
    ],
    reconcile: ['accounts', 'conversions', 'payments', 'statements'],
    exceptions: [
      ...['accounts', 'beneficiaries', 'conversions', 'due-payments', 'orders', 'outlook'],
      ...['payments', 'screening', 'statements', 'sub-clients', 'unclaimed'],
    ],
    review: ['accounts', 'closes', 'payments', 'statements'],
    closes: ['accounts', 'books', 'exceptions', 'statements'],
    rules: ['accounts', 'beneficiaries', 'statements'],
    // Stored lists of sanctions, and what a person decided about their matches. Payments know it by a port.
    screening: [],
  },
  connections: {
    profiles: ['bank', 'machine', 'store', 'vault'],
    session: ['bank', 'machine', 'profiles', 'vault'],
    'local-copy': [
      ...['bank', 'exports', 'machine', 'profiles', 'store', 'submissions', 'vault'],
      // A restore leaves the copy of a team's record that knows more.
      'team-record',
    ],
    // Bytes in, a proposal out: without network, store or vault.
    recordings: ['bank'],
    // The doctor only reads: it has no journal to write to, no copy and no vault.
    doctor: ['bank', 'machine', 'statements'],
  },
  packages: {
    machine: ['pino'],
    files: ['csv-parse', 'postal-mime', 'saxes', 'yauzl'],
    sanctions: ['any-ascii'],
    'invoice-files': ['fast-png', 'ibantools', 'jpeg-js', 'qr', 'unpdf'],
    formats: ['any-ascii', 'fflate', 'ibantools', 'pdfkit'],
    vault: ['keytar'],
    bank: ['jsonc-parser', 'undici', 'zod'],
    ipc: ['zod'],
    submissions: ['zod'],
    accounts: ['zod'],
    approvals: ['zod'],
    people: ['zod'],
    rates: ['zod'],
    rules: ['zod'],
    columns: ['zod'],
    payments: ['zod'],
    invoices: ['zod'],
    'due-payments': ['zod'],
    books: ['zod'],
    review: ['zod'],
    closes: ['zod'],
    unclaimed: ['zod'],
    session: ['zod'],
    recordings: ['zod'],
    'local-copy': ['zod'],
    'team-record': ['pg'],
    store: ['better-sqlite3', '@types/better-sqlite3', 'birpc'],
    beneficiaries: ['i18n-iso-countries', 'ibantools'],
    statements: ['file-type', 'zod'],
    'sub-clients': ['file-type'],
  },
  above: ['app', 'cli', 'desk'],
});

const sandboxRooms = roomsOf('sandbox', {
  engines: {
    seed: [],
    server: ['seed'],
    ledger: ['seed', 'server'],
    orders: ['seed', 'server', 'ledger'],
  },
  nouns: {
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
  },
  everywhere: ['zod'],
  packages: { server: ['hono', '@hono/node-server'] },
  above: ['bank'],
});

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
    {
      name: 'no-two-folders-import-each-other',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(electron|renderer|sandbox|shared)' },
      to: { circular: true },
    },
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
      // The help shows the guide and the glossary as they lie there, taken in when the window is built.
      '^docs/(GLOSSARY|guide/[\\w-]+)\\.md$',
      ...npm('svelte', 'zod', '@fontsource-variable', 'i18n-iso-countries', 'uplot'),
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
    ...electronRooms,
    {
      name: 'doctor-reads-by-the-range',
      severity: 'error',
      from: { path: '^electron/connections/doctor/' },
      to: {
        path: '^electron/nouns/statements/',
        pathNot: '^electron/nouns/statements/(reading/range|sync/range-reader)\\.ts$',
      },
    },
    // What a file says and what is wrong with its lines is decided without the journal, the copy and the bank.
    layer('a-payment-file-is-read-without-a-desk', '^electron/nouns/payments/file/reading/', [
      '^electron/nouns/payments/file/reading/',
      '^electron/engines/files/',
      '^electron/engines/columns/(decimals|headings|match|outline)\\.ts$',
      '^shared/',
    ]),
    layer('rim-knows-the-desk-by-its-door', '^electron/app/', [
      '^electron/app/',
      '^shared/',
      ...npm('electron', 'zod'),
    ]),
    layer('preload-is-thin', '^electron/preload\\.ts$', ['^shared/ipc/', ...npm('electron')]),
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
      from: { pathNot: '^electron/engines/vault/keychain\\.ts$|^(test|tools)/' },
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
