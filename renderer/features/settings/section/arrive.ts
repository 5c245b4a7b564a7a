import type { Router } from '../../../state/router.svelte.ts';

const controls = 'select, input, textarea, button, a[href]';

/** Brings a setting into sight with the focus on its control where it was asked for, once: it may be read after the view is there. */
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
