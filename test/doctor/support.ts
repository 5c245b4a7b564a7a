import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { parseBankFile, type BankFile } from '../../electron/engines/bank/file/bank-file.ts';
import type { CallRecord } from '../../electron/engines/bank/call-record.ts';
import { createBankClient } from '../../electron/engines/bank/client.ts';
import { directNetwork, type Network } from '../../electron/engines/bank/transport/network.ts';
import { trustOf } from '../../electron/engines/bank/transport/trust.ts';
import { systemClock } from '../../electron/engines/machine/context.ts';
import { nothingKnown, type Known } from '../../electron/connections/doctor/learnt.ts';
import { DoctorRunner } from '../../electron/connections/doctor/runner.ts';
import { dialectMemory } from '../../electron/connections/profiles/found-dialect.ts';
import type { DoctorCheck, DoctorReport } from '../../shared/ipc/desk/doctor.ts';
import { foreignCredentials } from '../support/simple-banks/foreign-bank.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

type Options = {
  readonly accountNumber?: string;
  readonly credentials?: Record<string, string>;
  /** Trusted beside the system's own. */
  readonly authority?: string;
  readonly connectTimeoutMs?: number;
  readonly onCall?: (record: CallRecord) => void;
  /** What the local copy holds; nothing when left out. */
  readonly known?: Partial<Known>;
};

export type Examined = {
  readonly report: DoctorReport;
  /** Every report that was sent along the way. */
  readonly reports: readonly DoctorReport[];
  readonly check: (id: string) => DoctorCheck;
};

/** A doctor over a client of its own, as the command line makes one. */
export function doctorOf(bankFileText: string, options: Options = {}) {
  const bankFile = bankFileIn(bankFileText);
  const { authority, connectTimeoutMs = 400, onCall = () => undefined } = options;
  const network: Network =
    authority === undefined
      ? directNetwork
      : { ...directNetwork, secureContext: trustOf([authority]) };
  const timing = { connectTimeoutMs };
  const bank = createBankClient({ bankFile, clock: systemClock, network, timing, onCall });
  onTestFinished(() => bank.close());
  const reports: DoctorReport[] = [];
  const dialects = dialectMemory(bankFile, join(tempFolder(), 'findings.json'));
  const parts = { bankFile, bankFileText, bank, clock: systemClock, dialects };
  const runner = new DoctorRunner(
    { ...parts, known: () => ({ ...nothingKnown, ...options.known }) },
    (report) => {
      reports.push(report);
    },
  );
  const question = {
    accountNumber: options.accountNumber,
    signIn: (context: { correlationId: string }) =>
      bank.session.signIn(options.credentials ?? foreignCredentials, context),
  };
  return { runner, bank, reports, question };
}

function bankFileIn(text: string): BankFile {
  const parsed = parseBankFile(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

/** Runs the doctor to its end. */
export async function examined(bankFileText: string, options: Options = {}): Promise<Examined> {
  const { runner, reports, question } = doctorOf(bankFileText, options);
  const outcome = await runner.run(question, { correlationId: 'doctor' });
  if (!outcome.ok) throw new Error(outcome.error.message);
  const report = outcome.value;
  return {
    report,
    reports,
    check: (id) => {
      const found = report.checks.find((check) => check.id === id);
      if (!found) throw new Error(`${id} was not checked`);
      return found;
    },
  };
}

type Certificate = { readonly key: Buffer; readonly cert: Buffer };

const openssl = (...args: string[]): void => {
  execFileSync('openssl', args, { stdio: 'ignore' });
};

/** As YYYYMMDDHHMMSSZ. */
const opensslTime = (ms: number): string =>
  `${new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '')}Z`;

/** A certificate for `host`, signed by an authority of its own; with no days left it has expired. */
export function certificateFor(
  host: string,
  daysLeft: number,
): Certificate & { readonly authority: string } {
  const folder = tempFolder();
  const file = (name: string): string => join(folder, name);
  const newKey = ['req', '-newkey', 'rsa:2048', '-nodes'];
  openssl(
    ...[...newKey, '-x509', '-days', '2', '-subj', '/O=Test Authority'],
    ...['-keyout', file('ca.key'), '-out', file('ca.pem')],
  );
  openssl(
    ...[...newKey, '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
    ...['-keyout', file('host.key'), '-out', file('host.csr')],
  );
  writeFileSync(file('index.txt'), '');
  writeFileSync(
    file('ca.conf'),
    `[ca]\ndefault_ca=own\n[own]\ndatabase=${file('index.txt')}\nnew_certs_dir=${folder}\ndefault_md=sha256\npolicy=any\ncopy_extensions=copy\nrand_serial=yes\n[any]\ncommonName=supplied\n`,
  );
  const dayMs = 86_400_000;
  const end = Date.now() + daysLeft * dayMs;
  openssl(
    ...['ca', '-batch', '-notext', '-config', file('ca.conf')],
    ...['-cert', file('ca.pem'), '-keyfile', file('ca.key')],
    ...['-startdate', opensslTime(end - 365 * dayMs), '-enddate', opensslTime(end)],
    ...['-in', file('host.csr'), '-out', file('host.pem')],
  );
  return {
    key: readFileSync(file('host.key')),
    cert: readFileSync(file('host.pem')),
    authority: readFileSync(file('ca.pem'), 'utf8'),
  };
}

/** A host behind TLS that counts its requests. */
export async function secureHost(options: ServerOptions): Promise<{
  port: number;
  requestCount: () => number;
}> {
  let requestCount = 0;
  const server = createServer(options, (_request, response) => {
    requestCount += 1;
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Who is it?"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requestCount: () => requestCount };
}
