import { booksRoutes } from '../../shared/ipc/books.ts';
import type { SaveAs } from '../exports/whole-file.ts';
import { loadedLate } from '../ipc/loaded-late.ts';
import type { Open } from './answers.ts';

export const booksHandlers = (desk: () => Open, ports: { readonly saveAs: SaveAs }) =>
  loadedLate(booksRoutes, async () => {
    const { booksAnswers } = await import('./answers.ts');
    return booksAnswers(desk, ports);
  });
