import type { Request, RequestsRead } from '../state.ts';

/** Requests by the digests of their acts, found by the references of their lines. The lines of a request never change. */
export class IndexedRequests extends Map<string, Request> implements RequestsRead {
  /** The digests by reference, oldest first. */
  readonly #digests = new Map<string, Set<string>>();

  override set(digest: string, request: Request): this {
    if (!this.has(digest))
      for (const { reference } of request.lines) {
        const digests = this.#digests.get(reference);
        if (digests === undefined) this.#digests.set(reference, new Set([digest]));
        else digests.add(digest);
      }
    return super.set(digest, request);
  }

  override delete(digest: string): boolean {
    for (const { reference } of this.get(digest)?.lines ?? []) {
      const digests = this.#digests.get(reference);
      digests?.delete(digest);
      if (digests?.size === 0) this.#digests.delete(reference);
    }
    return super.delete(digest);
  }

  override clear(): void {
    this.#digests.clear();
    super.clear();
  }

  withReference(reference: string): readonly Request[] {
    return [...(this.#digests.get(reference) ?? [])].flatMap((digest) => this.get(digest) ?? []);
  }
}
