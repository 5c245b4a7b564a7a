/** Runs at once, then at most once per `paceMs` however often it is called; the last call is never lost. */
export function paced(run: () => void, paceMs: number): () => void {
  let isResting = false;
  let wasCalled = false;
  return function call(): void {
    if (isResting) {
      wasCalled = true;
      return;
    }
    run();
    isResting = true;
    setTimeout(() => {
      isResting = false;
      if (!wasCalled) return;
      wasCalled = false;
      call();
    }, paceMs);
  };
}
