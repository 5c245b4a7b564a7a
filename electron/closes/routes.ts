import { closesRoutes } from '../../shared/ipc/closes.ts';
import type { SaveAs } from '../exports/whole-file.ts';
import { loadedLate } from '../ipc/loaded-late.ts';
import type { Open } from './answers.ts';

export const closeHandlers = (desk: () => Open, ports: { readonly saveAs: SaveAs }) =>
  loadedLate(closesRoutes, async () => {
    const { closeAnswers } = await import('./answers.ts');
    return closeAnswers(desk, ports);
  });
