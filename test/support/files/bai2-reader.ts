/**
 * Reads BAI2 as its specification has it (Cash Management Balance Reporting, version 2), knowing nothing of what wrote it: every sum and
 * every count of records is counted again, and a file in which one does not agree is refused.
 */
export type BaiEntry = {
  readonly code: string;
  readonly minor: bigint;
  readonly valueDay: string;
  readonly bank: string;
  readonly customer: string;
  readonly text: string;
  readonly more: readonly string[];
};

export type BaiAccount = {
  readonly number: string;
  readonly currency: string;
  readonly summary: ReadonlyMap<string, { readonly minor: bigint; readonly count: string }>;
  readonly entries: readonly BaiEntry[];
};

type Open = { sum: bigint; records: number };

export function readBai2(text: string): BaiAccount[] {
  const accounts: BaiAccount[] = [];
  let entries: (BaiEntry & { more: string[] })[] = [];
  const file: Open & { groups: number } = { sum: 0n, records: 0, groups: 0 };
  const group: Open & { accounts: number } = { sum: 0n, records: 0, accounts: 0 };
  const account: Open = { sum: 0n, records: 0 };
  let head: Omit<BaiAccount, 'entries'> | null = null;
  const count = (...levels: Open[]): void => {
    for (const level of levels) level.records += 1;
  };
  const agree = (
    what: string,
    stated: readonly (string | undefined)[],
    found: readonly unknown[],
  ): void => {
    const [a, b] = [stated.join(' '), found.map(String).join(' ')];
    if (a !== b) throw new Error(`${what} states ${a}; there is ${b}`);
  };
  for (const line of text.split('\r\n').slice(0, -1)) {
    const fields = line.replace(/\/$/, '').split(',');
    const [code = '', ...rest] = fields;
    if (code === '01') count(file);
    else if (code === '02') {
      Object.assign(group, { sum: 0n, records: 0, accounts: 0 });
      count(file, group);
    } else if (code === '03') {
      Object.assign(account, { sum: 0n, records: 0 });
      count(file, group, account);
      entries = [];
      const [number = '', currency = '', ...sums] = rest;
      const summary = new Map<string, { minor: bigint; count: string }>();
      for (let at = 0; at < sums.length; at += 4) {
        const minor = BigInt(sums[at + 1] ?? '');
        account.sum += minor;
        summary.set(sums[at] ?? '', { minor, count: sums[at + 2] ?? '' });
      }
      head = { number, currency, summary };
    } else if (code === '16') {
      count(file, group, account);
      const [type = '', minor = '', funds, day = '', , bank = '', customer = '', ...text] = rest;
      if (funds !== 'V') throw new Error(`no value date: ${line}`);
      account.sum += BigInt(minor);
      const entry = { code: type, minor: BigInt(minor), valueDay: day, bank, customer };
      entries.push({ ...entry, text: text.join(','), more: [] });
    } else if (code === '88') {
      count(file, group, account);
      entries.at(-1)?.more.push(line.slice(3));
    } else if (code === '49') {
      count(file, group, account);
      agree('49', rest, [account.sum, account.records]);
      group.sum += account.sum;
      group.accounts += 1;
      if (head !== null) accounts.push({ ...head, entries });
    } else if (code === '98') {
      count(file, group);
      agree('98', rest, [group.sum, group.accounts, group.records]);
      file.sum += group.sum;
      file.groups += 1;
    } else if (code === '99') {
      count(file);
      agree('99', rest, [file.sum, file.groups, file.records]);
      return accounts;
    } else throw new Error(`no record begins so: ${line}`);
  }
  throw new Error('the file has no end');
}
