import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../desk.ts';
import { Resource } from './resource.svelte.ts';

const listedMax = 200;

type FollowUpRoute = 'submissions.lookUp' | 'submissions.sendAgain';

/** The submissions of one operation without an answer yet; one of them is open, looked up, or sent again. */
export class OpenSubmissions {
  /** The open one; it stays when it is settled, until another is chosen. */
  chosen = $state.raw<SubmissionView | null>(null);
  /** The lookup of the open one, or its repeated sending. */
  readonly working = new Resource(() =>
    request(this.#route, { submissionId: this.chosen?.submissionId ?? '' }),
  );
  readonly #list = new Resource(() =>
    request('submissions.list', { open: true, limit: listedMax }),
  );
  readonly #operation: string;
  #route: FollowUpRoute = 'submissions.lookUp';

  readonly waiting: readonly SubmissionView[] = $derived.by(() =>
    (this.#list.value?.rows ?? []).filter(({ operation }) => operation === this.#operation),
  );

  constructor(operation: string) {
    this.#operation = operation;
  }

  refresh = (): Promise<void> => this.#list.refresh();

  choose(submission: SubmissionView | null): void {
    this.working.clear();
    this.chosen = submission;
  }

  /** Handles a changed submission. Returns it if it is the open one. */
  onSubmission(submission: SubmissionView): SubmissionView | null {
    if (submission.operation !== this.#operation) return null;
    void this.refresh();
    if (submission.submissionId !== this.chosen?.submissionId) return null;
    this.chosen = submission;
    return submission;
  }

  lookUp = (): Promise<SubmissionView | null> => this.#ask('submissions.lookUp');
  sendAgain = (): Promise<SubmissionView | null> => this.#ask('submissions.sendAgain');

  async #ask(route: FollowUpRoute): Promise<SubmissionView | null> {
    if (!this.chosen || this.working.busy) return null;
    this.#route = route;
    await this.working.refresh();
    const { value, error } = this.working;
    return error || !value ? null : this.onSubmission(value);
  }
}
