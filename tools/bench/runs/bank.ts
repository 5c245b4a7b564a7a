import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { accountNumberAt, benchEntries, decimal, openingE4, period } from '../statement-text.ts';

/**
 * A local server with every page written beforehand, so that only our side is measured: `node bank.ts ENTRIES ACCOUNTS PAYEES`. The
 * accounts have the same statement, with an equal part of the entries each: account and id identify an entry.
 */

const [accounts, payees] = [Number(process.argv[3] ?? 1), Number(process.argv[4] ?? 0)];
const count = Math.floor(Number(process.argv[2]) / accounts);
const pageSize = 500;
const pages = writePages();

function writePages(): Buffer[] {
  const entries = [...benchEntries(count)].reverse();
  const closing = decimal(entries[0]?.balanceE4 ?? openingE4);
  const head = `{"message":"ok","openingBalance":${decimal(openingE4)},"closingBalance":${closing},"startDate":"${period.from}","endDate":"${period.to}","statement":{"data":[`;
  const total = Math.max(1, Math.ceil(count / pageSize));
  return Array.from({ length: total }, (_, page) => {
    const rows = entries.slice(page * pageSize, (page + 1) * pageSize).map(({ text }) => text);
    const tail = `],"page":${page + 1},"pageSize":${pageSize},"totalItems":${count},"totalPages":${total}}}`;
    return Buffer.from(head + rows.join(',') + tail);
  });
}

const token = { accessToken: 't', refreshToken: 'r', tokenType: 'Bearer', expiresIn: 86_400 };

function accountOf(number: string): object {
  const at = Array.from({ length: accounts }, (_, index) => accountNumberAt(index)).indexOf(number);
  return {
    accountId: number,
    currencyIso3Code: 'USD',
    accountName: `Bench ${at + 1}`,
    availableBalance: 1,
    fundingDetails: [{ accountNumber: number }],
  };
}

function payeePage(page: number, size: number): object {
  const from = (page - 1) * size;
  const data = Array.from({ length: Math.max(0, Math.min(size, payees - from)) }, (_, at) => ({
    entityId: `payee-${from + at}`,
    name: `Payee ${from + at}`,
    accountName: `Payee ${from + at} Limited`,
    accountNumber: `GB${String(1_000_000_000 + from + at)}`,
    bankBicOrCode: 'BARCGB22XXX',
    bankName: 'Barclays',
    country: 'GB',
    currencyIso3Code: 'USD',
    paymentMethod: 'SWIFT',
    city: 'London',
  }));
  const totalPages = Math.max(1, Math.ceil(payees / size));
  return { data, page, pageSize: size, totalItems: payees, totalPages };
}

function answerTo({ pathname, searchParams }: URL): Buffer | string | undefined {
  const page = Number(searchParams.get('pageNumber') ?? '1');
  if (pathname.includes('/clientStatement/')) return pages[page - 1];
  if (pathname.includes('/auth-service/')) return JSON.stringify({ message: 'ok', data: token });
  if (pathname.endsWith('/accounts/by'))
    return JSON.stringify({
      message: 'ok',
      account: accountOf(searchParams.get('accountNumber') ?? ''),
    });
  if (!pathname.endsWith('/beneficiaries')) return undefined;
  const size = Number(searchParams.get('pageSize') ?? '200');
  return JSON.stringify({ message: 'ok', beneficiaries: payeePage(page, size) });
}

const server = createServer((request, response) => {
  const body = answerTo(new URL(request.url ?? '/', 'http://bank'));
  request.resume();
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    .end(body ?? '{"message":"There is no such thing here."}');
});
// A client that writes for longer than the default between two requests still finds its connection open.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
