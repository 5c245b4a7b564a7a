import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { accountNumber, benchEntries, decimal, openingE4 } from './statement-text.ts';

/** A local server with every page written beforehand, so that what is measured is us: `node bank.ts COUNT DAYS`. */

const count = Number(process.argv[2]);
const days = Number(process.argv[3]);
const pageSize = 500;
const period = { from: process.argv[4] ?? '', to: '2026-11-20' };
const pages = writePages();

function writePages(): Buffer[] {
  const entries = [...benchEntries(count, days)].reverse();
  const closing = decimal(entries[0]?.balanceE4 ?? openingE4);
  const head = `{"message":"ok","openingBalance":${decimal(openingE4)},"closingBalance":${closing},"startDate":"${period.from}","endDate":"${period.to}","statement":{"data":[`;
  const total = Math.ceil(count / pageSize);
  return Array.from({ length: total }, (_, page) => {
    const rows = entries.slice(page * pageSize, (page + 1) * pageSize).map(({ text }) => text);
    const tail = `],"page":${page + 1},"pageSize":${pageSize},"totalItems":${count},"totalPages":${total}}}`;
    return Buffer.from(head + rows.join(',') + tail);
  });
}

const account = `{"message":"ok","account":{"accountId":"${accountNumber}","currencyIso3Code":"USD","accountName":"Bench","availableBalance":1,"fundingDetails":[{"accountNumber":"${accountNumber}"}]}}`;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bank');
  const page = url.searchParams.get('pageNumber');
  const body =
    page !== null
      ? pages[Number(page) - 1]
      : url.pathname.endsWith('/accounts/by')
        ? account
        : '{"message":"ok","data":{"accessToken":"t","refreshToken":"r","tokenType":"Bearer","expiresIn":3600}}';
  request.resume();
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    .end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
