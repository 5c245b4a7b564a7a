/** What the page must show: a row by its narration under the list's head, and the number of entries in the footer. */
export type Expected = { readonly narration: string; readonly number: string | null };
/** Milliseconds from the last key, choice or click; Infinity where it never came, null where nothing was to come. */
export type Seen = { readonly rowsMs: number; readonly numberMs: number | null };

/** Of a change of view, milliseconds from its key: the heading painted, and everything in its list; Infinity where it never came. */
type ViewStages = { readonly headingMs: number; readonly filledMs: number };

export type Probe = {
  /** Watches every frame from here on until what is expected is painted, or five seconds have passed. */
  expect(expected: Expected): void;
  seen(): Promise<Seen>;
  /** Watches until another row is selected and everything in view has its text. */
  expectSelection(): void;
  /** Watches until another view's heading is there and its text no longer changes: the frame of the last change counts. */
  expectView(): void;
  /** Of the view that was expected last, once it was seen. */
  viewStages(): Promise<ViewStages>;
  /** Is everything that is in view there? */
  isFilled(): boolean;
  /** The time of every frame from `start` to `stop`. */
  start(): void;
  stop(): number[];
  scroller(): Element | null;
  /** Moves the scrollbar from one share of its way to another; milliseconds from its stop to painted text. */
  drag(from: number, to: number, ms: number): Promise<number>;
  /** Puts the scrollbar somewhere and waits for the rows there. */
  jump(to: number): Promise<void>;
  /** From nothing to a painted frame. */
  nextFrame(): Promise<number>;
};

/**
 * Runs in the page and measures by its own frames, since an observer from outside sees a page only now and then. It is one function because
 * the page gets nothing but its text.
 */
export function installProbe(): void {
  const patienceMs = 5_000;
  let since = 0;
  let frames: number[] | null = null;
  let watched: Promise<Seen> = Promise.resolve({ rowsMs: Infinity, numberMs: null });

  const list = (): Element | null => document.querySelector('[role=grid]');
  const rows = (): Element[] => [
    ...document.querySelectorAll('[role=grid] [role=row][aria-rowindex]:not([aria-rowindex="1"])'),
  ];
  const hasText = (row: Element): boolean =>
    row.querySelector('.coming') === null && row.textContent.trim() !== '';
  const isFilled = (): boolean => {
    const shown = rows();
    return shown.length > 0 && shown.every(hasText);
  };
  /** Resolves after the frame that shows what the page has now. */
  const painted = (): Promise<number> =>
    new Promise((resolve) => {
      setTimeout(() => {
        resolve(performance.now());
      });
    });
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

  async function until(holds: () => boolean): Promise<number | null> {
    const end = performance.now() + patienceMs;
    while (performance.now() < end) {
      await frame();
      if (holds()) return painted();
    }
    return null;
  }

  const after = (at: number | null): number => (at === null ? Infinity : at - since);

  async function watch(hasRows: () => boolean, number: string | null): Promise<Seen> {
    since = Infinity;
    const hasNumber = (): boolean =>
      new RegExp(`(^|[^\\d,.])${number ?? ''}([^\\d,.]|$)`).test(
        document.querySelector('footer')?.textContent ?? '',
      );
    // A number that is already there is no evidence.
    const isNewNumber = number !== null && !hasNumber();
    const [rowsAt, numberAt] = await Promise.all([
      until(() => since < Infinity && hasRows() && isFilled()),
      isNewNumber ? until(() => since < Infinity && hasNumber()) : null,
    ]);
    return { rowsMs: after(rowsAt), numberMs: isNewNumber ? after(numberAt) : null };
  }

  /** Frames without a change after which a view is taken as whole. */
  const framesAtRest = 12;

  let headingAt = Promise.resolve(Infinity);
  let filledAt = Promise.resolve(Infinity);

  async function watchView(): Promise<Seen> {
    since = Infinity;
    let [isHeaded, hasList] = [false, false];
    const noteStages = (): void => {
      if (!isHeaded) headingAt = painted();
      isHeaded = true;
      if (!hasList && isFilled()) [hasList, filledAt] = [true, painted()];
    };
    const heading = (): string | undefined => document.querySelector('main h1')?.textContent;
    const text = (): string => document.querySelector('main')?.textContent ?? '';
    const before = heading();
    let last = '';
    let lastAt = Promise.resolve(Infinity);
    let framesSame = 0;
    const isThere = await until(() => {
      if (since === Infinity || [before, undefined].includes(heading())) return false;
      noteStages();
      framesSame = text() === last ? framesSame + 1 : 0;
      if (framesSame === 0) [last, lastAt] = [text(), painted()];
      return framesSame === framesAtRest;
    });
    return { rowsMs: isThere === null ? Infinity : after(await lastAt), numberMs: null };
  }

  const note = (event: Event): void => {
    since = event.timeStamp;
  };
  for (const name of ['keydown', 'change', 'click']) document.addEventListener(name, note, true);
  const tick = (at: number): void => {
    frames?.push(at);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);

  const probe: Probe = {
    expect: ({ narration, number }) => {
      const isTop = (): boolean =>
        rows().some(
          (row) => row.getAttribute('aria-rowindex') === '2' && row.textContent.includes(narration),
        );
      watched = watch(isTop, number);
    },
    expectSelection: () => {
      const selected = (): string | null | undefined =>
        rows()
          .find((row) => row.getAttribute('aria-selected') === 'true')
          ?.getAttribute('aria-rowindex');
      const before = selected();
      watched = watch(() => ![before, undefined, null].includes(selected()), null);
    },
    expectView: () => {
      watched = watchView();
    },
    viewStages: async () => ({
      headingMs: after(await headingAt),
      filledMs: after(await filledAt),
    }),
    seen: () => watched,
    isFilled,
    start: () => {
      frames = [];
    },
    stop: () => {
      const recorded = frames ?? [];
      frames = null;
      return recorded;
    },
    scroller: list,
    drag: async (from, to, ms) => {
      const scroller = list();
      if (!scroller) return Number.NaN;
      const distance = scroller.scrollHeight - scroller.clientHeight;
      const begun = performance.now();
      for (let share = 0; share < 1;) {
        await frame();
        share = Math.min(1, (performance.now() - begun) / ms);
        scroller.scrollTop = (from + (to - from) * share) * distance;
      }
      const stopped = performance.now();
      let filledFor = 0;
      let first = 0;
      // Rows that are only about to leave have their text too: it must hold for two frames, and the first of them counts.
      const at = await until(() => {
        filledFor = isFilled() ? filledFor + 1 : 0;
        if (filledFor === 1) void painted().then((time) => (first = time));
        return filledFor === 2;
      });
      return at === null ? Number.POSITIVE_INFINITY : first - stopped;
    },
    jump: async (to) => {
      const scroller = list();
      if (scroller) scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight);
      await until(isFilled);
    },
    nextFrame: async () => {
      const begun = performance.now();
      await frame();
      return (await painted()) - begun;
    },
  };
  (globalThis as unknown as { bench: Probe }).bench = probe;
}
