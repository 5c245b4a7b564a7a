import type { Router } from '../../../state/router.svelte.ts';

const controls = 'select, input, textarea, button, a[href]';

/** Scrolls to the requested setting and focuses its control, once: it may be loaded after the view. */
export const arriveAt =
  (router: Router, setting: string | undefined) =>
  (place: HTMLElement): void => {
    if (router.place.view !== 'settings') return;
    const { setting: requested, ...params } = router.place.params;
    if (setting === undefined || requested !== setting) return;
    router.note('settings', params);
    place.scrollIntoView({ block: 'center' });
    place.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
  };
