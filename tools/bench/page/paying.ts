import { runJson } from './programs.ts';
import type { Measured } from './rows.ts';

const lines = 2_000;

/** Payments and what waits behind them; the fsync beside them is the disk's own. */
export async function measurePaying(): Promise<Measured> {
  const intent = await runJson('intent-run.ts');
  const file = await runJson('payment-file-run.ts', lines);
  const of = (run: typeof file, name: string): number => run[name] ?? Number.NaN;
  const figure = (value: string, floor: string) => ({
    value: of(file, value),
    floor: of(file, floor),
  });
  return {
    figures: {
      'payments.perSecond': {
        value: of(file, 'perSecond'),
        floor: 1_000 / of(intent, 'floorP50Ms'),
      },
      'payments.loopP99Ms': figure('sendP99Ms', 'idleP99Ms'),
      'payments.loopMaxMs': figure('sendMaxMs', 'idleMaxMs'),
      'intent.p99Ms': { value: of(intent, 'p99Ms'), floor: of(intent, 'floorP99Ms') },
      'paymentFile.csvMs': figure('csvMs', 'textMs'),
      'paymentFile.xlsxMs': figure('xlsxMs', 'textMs'),
      'paymentFile.loopMaxMs': figure('checkMaxMs', 'idleMaxMs'),
      'exceptions.payeesMs': figure('exceptionsMs', 'parsedMs'),
    },
  };
}
