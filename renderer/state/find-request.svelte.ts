/** Requests to the one search box, from any view: the text to find; null if there is none. */
export class FindRequests {
  requested = $state.raw<string | null>(null);

  ask(text: string): void {
    this.requested = text;
  }

  done(): void {
    this.requested = null;
  }
}
