/** What is asked of every ledger, and of us. */
export const questions = [
  'load',
  'newest',
  'range',
  'rare',
  'common',
  'balance',
  'position',
  'export',
] as const;
export type PeerQuestion = (typeof questions)[number];

/** How a ledger is asked: a program and its words; a question that it cannot answer is left out. */
export type Peer = {
  readonly name: string;
  readonly program: string;
  readonly text: 'journal' | 'beancount' | 'csv';
  readonly commands: (file: string, rare: string) => Partial<Record<PeerQuestion, string[]>>;
};

const month = { from: '2026-06-01', to: '2026-07-01' };
const quarter = { from: '2026-08-23', to: '2026-11-21' };
const account = 'Assets:Bench';

const hledger: Peer = {
  name: 'hledger',
  program: 'hledger',
  text: 'journal',
  commands: (file, rare) => {
    const on = (...words: string[]): string[] => ['-f', file, ...words];
    return {
      load: on('stats'),
      newest: on('areg', account),
      range: on('reg', account, 'amt:<0', `date:${month.from}..${month.to}`),
      rare: on('reg', account, `desc:${rare}`),
      common: on('reg', account, 'desc:Kestrel'),
      balance: on('bal', account, '-e', month.from),
      position: on('bal', account, '-D', '-H', '-b', quarter.from, '-e', quarter.to, '-O', 'csv'),
      export: on('reg', account, '-O', 'csv'),
    };
  },
};

const ledger: Peer = {
  name: 'ledger',
  program: 'ledger',
  text: 'journal',
  commands: (file, rare) => {
    const on = (...words: string[]): string[] => ['-f', file, ...words];
    const dated = (day: string): string => day.replaceAll('-', '/');
    const within = (from: string, to: string): string[] => ['-b', dated(from), '-e', dated(to)];
    return {
      load: on('stats'),
      newest: on('reg', account, '--tail', '100'),
      range: on('reg', account, ...within(month.from, month.to), '--limit', 'amount < 0'),
      rare: on('reg', account, 'and', 'payee', rare),
      common: on('reg', account, 'and', 'payee', 'Kestrel', '--tail', '100'),
      balance: on('bal', account, '-e', dated(month.from)),
      position: on('reg', account, '-D', ...within(quarter.from, quarter.to)),
      export: on('csv', account),
    };
  },
};

const bean = (file: string, words: string): string[] => ['-q', file, words];
const beanRows = (where: string): string =>
  `SELECT date, narration, position WHERE account = '${account}' ${where} ORDER BY date DESC LIMIT 100`;

const beancount: Peer = {
  name: 'beancount',
  program: 'bean-query',
  text: 'beancount',
  commands: (file, rare) => ({
    load: bean(file, 'SELECT count(*)'),
    newest: bean(file, beanRows('')),
    range: bean(file, beanRows(`AND date >= ${month.from} AND date < ${month.to} AND number < 0`)),
    rare: bean(file, beanRows(`AND narration ~ '${rare}'`)),
    common: bean(file, beanRows(`AND narration ~ 'Kestrel'`)),
    balance: bean(
      file,
      `SELECT sum(position) WHERE account = '${account}' AND date < ${month.from}`,
    ),
    position: bean(
      file,
      `SELECT date, last(balance) WHERE account = '${account}' AND date >= ${quarter.from} GROUP BY date`,
    ),
    export: bean(file, `SELECT date, narration, position WHERE account = '${account}'`),
  }),
};

const columns = 'id, at, amount, type, narration, reference, balance';
const sql = (file: string, words: string): string[] => ['-csv', `${file}.db`, words];

/** No ledger, but the limit that every program over SQLite is measured against. */
const sqlite: Peer = {
  name: 'sqlite3 (limit)',
  program: 'sqlite3',
  text: 'csv',
  commands: (file, rare) => {
    const [first = '', second = ''] = rare.split(' ');
    const newest = (where: string): string =>
      `SELECT ${columns} FROM entry ${where} ORDER BY rowid DESC LIMIT 100`;
    const found = (words: string): string =>
      `SELECT ${columns} FROM entry WHERE rowid IN (SELECT rowid FROM found WHERE found MATCH '${words}' ORDER BY rowid DESC LIMIT 100)`;
    return {
      load: [
        `${file}.db`,
        `CREATE TABLE entry (id, at, day, amount, type, narration, reference, balance)`,
        `.import --csv --skip 1 ${file} entry`,
        'CREATE INDEX entry_day ON entry (day)',
        'CREATE VIRTUAL TABLE found USING fts5(narration, reference, content=entry)',
        `INSERT INTO found (found) VALUES ('rebuild')`,
      ],
      newest: sql(file, newest('')),
      range: sql(
        file,
        newest(`WHERE day >= '${month.from}' AND day < '${month.to}' AND amount LIKE '-%'`),
      ),
      rare: sql(file, found(`${first} ${second}`)),
      common: sql(file, found('kestrel')),
      balance: sql(
        file,
        `SELECT balance FROM entry WHERE day < '${month.from}' ORDER BY day DESC, rowid DESC LIMIT 1`,
      ),
      position: sql(
        file,
        `SELECT day, balance, max(rowid) FROM entry WHERE day >= '${quarter.from}' GROUP BY day`,
      ),
      export: sql(file, `SELECT ${columns} FROM entry`),
    };
  },
};

export const peers: readonly Peer[] = [sqlite, ledger, hledger, beancount];
