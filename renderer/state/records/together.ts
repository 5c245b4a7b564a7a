type Stop = () => void;

/** Several stop functions as one, for a view that closes. */
export const together =
  (...stops: readonly Stop[]): Stop =>
  () => {
    for (const stop of stops) stop();
  };
