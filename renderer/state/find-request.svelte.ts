/** What is looked for is asked of one box, wherever that is: its text; null where nothing is asked. */
export class FindRequests {
  requested = $state.raw<string | null>(null);

  ask(text: string): void {
    this.requested = text;
  }

  done(): void {
    this.requested = null;
  }
}
