const tickMs = 1_000;

/** Milliseconds since 1970, updated each second. Call it while a component is created. */
export function seconds(): { readonly now: number } {
  let now = $state(Date.now());
  $effect(() => {
    const timer = setInterval(() => (now = Date.now()), tickMs);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
