import type { AppError } from '../../../../shared/errors.ts';
import type { DeskState } from '../../../../shared/ipc/desk/desk.ts';
import { request } from '../../../state/desk.ts';

type FieldName = 'currentPassword' | 'newPassword' | 'repeated';

/** The form for a new password. Typed text is cleared from the window's state the moment it is sent. */
export class ResetPasswordForm {
  currentPassword = $state('');
  newPassword = $state('');
  repeated = $state('');
  #wasTried = $state(false);
  busy = $state(false);
  #error = $state.raw<AppError | null>(null);

  /** The failure of an answered request that belongs to no field. */
  get error(): AppError | null {
    return this.isUnknown || this.#hasFields ? null : this.#error;
  }

  /** No answer came: either password may hold now. */
  get isUnknown(): boolean {
    return this.#error?.code === 'session.password-unsure';
  }

  /** The error of a field after a try; the bank's error stays until something is typed. */
  problem(name: FieldName): string | undefined {
    return this.#wasTried ? this.#own(name) : this.#error?.fields?.[name];
  }

  /** Sends the new password. Returns the desk's new state if the bank accepted it. */
  async send(): Promise<DeskState | null> {
    this.#wasTried = true;
    if (this.busy || fieldNames.some((name) => this.#own(name) !== undefined)) return null;
    const { currentPassword, newPassword } = this;
    this.busy = true;
    this.#error = null;
    this.clear();
    const outcome = await request('session.resetPassword', { currentPassword, newPassword });
    this.busy = false;
    if (outcome.ok) return outcome.value;
    this.#error = outcome.error;
    return null;
  }

  /** Clears the typed text. */
  clear(): void {
    this.currentPassword = '';
    this.newPassword = '';
    this.repeated = '';
    this.#wasTried = false;
  }

  get #hasFields(): boolean {
    return fieldNames.some((name) => this.#error?.fields?.[name] !== undefined);
  }

  #own(name: FieldName): string | undefined {
    if (this[name] === '') return 'is needed';
    if (name === 'newPassword' && this.newPassword === this.currentPassword)
      return 'must differ from the current one';
    if (name === 'repeated' && this.repeated !== this.newPassword)
      return 'is not the same as the new one';
    return undefined;
  }
}

const fieldNames: readonly FieldName[] = ['currentPassword', 'newPassword', 'repeated'];
