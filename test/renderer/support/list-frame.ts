import './list-frame.css';

import { beforeAll } from 'vitest';

/** Gives what the file renders from here on the height of the page, as the window does. */
export function frameView(): void {
  document.body.classList.add('view-frame');
}

/** Does so for a whole file, and gives every list in it a height to scroll in. */
export function frameLists(): void {
  beforeAll(() => {
    frameView();
    document.body.classList.add('list-frame');
  });
}
