type Stop = () => void;

/** Several ends as one: a view that goes lets go of all it listens to and of its keys. */
export const together =
  (...stops: readonly Stop[]): Stop =>
  () => {
    for (const stop of stops) stop();
  };
