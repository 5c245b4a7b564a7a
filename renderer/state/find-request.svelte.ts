/** What is looked for is asked of one box, wherever that is: its text; null where nothing is asked. */
export class FindRequests {
  asked = $state.raw<string | null>(null);

  ask(text: string): void {
    this.asked = text;
  }

  done(): void {
    this.asked = null;
  }
}
