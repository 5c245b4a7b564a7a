import type { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { ok } from '../../../shared/result.ts';
import type { Shared } from '../../state/context.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { draftLine, type DraftLine } from './draft-lines.ts';

type Parts = Pick<Shared, 'accounts' | 'drafts' | 'notices' | 'outcomes' | 'router' | 'session'>;

/** The unsent drafts of every kind, and the selected one. */
export class DraftsList {
  readonly list = new Resource<readonly DraftLine[]>(() => this.#read());
  selected = $state(0);
  /** Why the last one could not be discarded or put back. */
  error = $state.raw<AppError | null>(null);
  readonly #parts: Parts;

  readonly rows: readonly DraftLine[] = $derived.by(() => this.list.value ?? []);
  readonly line: DraftLine | null = $derived.by(() => this.rows[this.selected] ?? null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Loads the list again. The selected draft stays selected, or else the one in its place. */
  refresh = async (): Promise<void> => {
    const key = this.line?.key;
    await this.list.refresh();
    const at = this.rows.findIndex((row) => row.key === key);
    this.selected = at >= 0 ? at : Math.max(0, Math.min(this.selected, this.rows.length - 1));
  };

  /** Opens the form as it was left. */
  goOn(line = this.line): void {
    line?.goOn?.(this.#parts.router);
  }

  /** Discards the selected draft; a draft that is being sent is not discarded. */
  async discard(): Promise<void> {
    const { line } = this;
    const { drafts, notices, outcomes } = this.#parts;
    if (!line) return;
    if (outcomes.of(line.reference ?? undefined)) {
      notices.show(`It is being sent: ${wordsOf(line)}. Nothing was discarded.`);
      return;
    }
    const { key, text } = line;
    this.error = null;
    if (key.startsWith(drafts.keyStart)) await drafts.discard(key, text);
    else {
      const forgotten = await request('drafts.forget', { key });
      this.error = forgotten.ok ? null : forgotten.error;
    }
    await this.refresh();
    if (this.error !== null) return;
    notices.show(`Discarded: ${wordsOf(line)}.`, {
      label: 'Undo',
      run: (isOpen) => this.#putBack(line, isOpen),
    });
  }

  async #putBack(line: DraftLine, isOpen: boolean): Promise<void> {
    const { drafts, notices } = this.#parts;
    const isFree = line.key.startsWith(drafts.keyStart)
      ? await drafts.putBack(line.key, line.text)
      : await this.#putBackText(line);
    if (isFree === null) return;
    notices.show(
      isFree
        ? `Undone: ${wordsOf(line)} is there again.`
        : `${wordsOf(line)}: a newer draft exists. Its text is in Drafts, set aside.`,
      { label: 'Open', run: () => this.#parts.router.go('drafts') },
    );
    if (isOpen) await this.refresh();
  }

  /** Restores a text that its view stores itself. False if another was typed since: it then gets its own key. Null if saving failed. */
  async #putBackText({ key, text }: DraftLine): Promise<boolean | null> {
    const since = await request('drafts.read', { key });
    const isFree = since.ok && since.value.text === null;
    const preservedKey = `${this.#parts.drafts.keyStart}aside ${key} ${new Date().toISOString()}`;
    const outcome = await request('drafts.keep', { key: isFree ? key : preservedKey, text });
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok ? isFree : null;
  }

  async #read() {
    const { accounts, drafts, session } = this.#parts;
    await drafts.writeNow();
    const outcome = await request('drafts.list', {});
    if (!outcome.ok) return outcome;
    const knowing = {
      keyStart: drafts.keyStart,
      profileId: session.state?.bank?.profileId ?? '',
      accountOf: (accountNumber: string) => accounts.find(accountNumber),
      areAccountsKnown: accounts.list.length > 0,
    };
    const lines = await Promise.all(outcome.value.rows.map((draft) => draftLine(draft, knowing)));
    return ok(lines.filter((line) => line !== null));
  }
}

/** The name of a draft in a sentence. */
const wordsOf = ({ kind, about, amount }: DraftLine): string =>
  [kind.toLowerCase(), about && ` ${joining(kind)}${about}`, amount && `, ${formatMoney(amount)}`]
    .filter(Boolean)
    .join('');

const joining = (kind: string): string => (kind === 'Receivable' ? 'from ' : 'of ');
