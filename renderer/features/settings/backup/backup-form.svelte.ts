import type { AppError } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { request } from '../../../state/desk.ts';

/** The form that writes or restores a backup. Typed text is cleared from the window's state the moment it is sent. */
export class BackupForm {
  passphrase = $state('');
  repeated = $state('');
  busy = $state(false);
  error = $state.raw<AppError | null>(null);
  #wasTried = $state(false);

  /** The problem of a field, shown after a try; restoring a backup needs no repeated passphrase. */
  problem(name: 'passphrase' | 'repeated'): string | undefined {
    if (!this.#wasTried) return undefined;
    if (name === 'repeated')
      return this.repeated === this.passphrase ? undefined : 'is not the same as the passphrase';
    return this.passphrase.length < limits.passphraseMin
      ? `needs ${String(limits.passphraseMin)} characters at least`
      : undefined;
  }

  /** Writes a backup. Returns a sentence about it; null if none was written. */
  async write(): Promise<string | null> {
    this.#wasTried = true;
    if (
      this.busy ||
      this.problem('passphrase') !== undefined ||
      this.problem('repeated') !== undefined
    )
      return null;
    const outcome = await this.#sent((passphrase) => request('backup.write', { passphrase }));
    if (!outcome?.saved) return null;
    const { fileName = '', filesMissing = [] } = outcome;
    const without =
      filesMissing.length === 0
        ? ''
        : ` Attached files that cannot be read any more are not in it: ${filesMissing.join(', ')}.`;
    return `The backup ${fileName} was written and read back.${without}`;
  }

  async restore(): Promise<boolean> {
    if (this.busy || this.passphrase === '') return false;
    const outcome = await this.#sent((passphrase) => request('backup.restore', { passphrase }));
    return outcome?.restored ?? false;
  }

  clear(): void {
    this.passphrase = '';
    this.repeated = '';
    this.#wasTried = false;
  }

  async #sent<T>(
    send: (passphrase: string) => Promise<{ ok: true; value: T } | { ok: false; error: AppError }>,
  ): Promise<T | null> {
    const { passphrase } = this;
    this.busy = true;
    this.error = null;
    this.clear();
    const outcome = await send(passphrase);
    this.busy = false;
    if (outcome.ok) return outcome.value;
    this.error = outcome.error;
    return null;
  }
}
