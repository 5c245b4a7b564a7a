/** Reads a derived once more behind the end of its effect, which Svelte warns of as `derived_inert`. */
export function readInertDerived(): number {
  let count = $state(1);
  let double = (): number => 0;
  const destroy = $effect.root(() => {
    const derived = $derived(count * 2);
    double = () => derived;
  });
  double();
  destroy();
  count += 1;
  return double();
}
