import { DeskFault } from '../../../../shared/errors.ts';
import { rowFormats } from '../../../engines/formats/formats.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import type { Questions } from '../../../engines/store/threads/reader-thread.ts';
import { inOneSlice, type Sliced } from '../../../engines/store/threads/turns.ts';
import type { MarksById } from '../export/export-format.ts';
import type { FileQuestion, Piece, Writing } from './writing.ts';

/** The reader thread's questions for writing files. The thread stores each file's writer between two pieces. */
export const handOverReads = (reader: CacheReader) => {
  const begun = new Map<string, Writing>();
  return {
    /** Begins a file; its id identifies it in `nextPiece`. The writer module is loaded with the first export. */
    beginFile: async (question: FileQuestion): Promise<Sliced<null>> => {
      const format = rowFormats.find(({ name }) => name === question.format);
      const [{ writing }, open] = await Promise.all([import('./writing.ts'), format?.load()]);
      return inOneSlice(() => {
        begun.set(question.id, writing(reader, question, open ?? null));
        return null;
      });
    },
    /** Returns the next bytes of a file. `marks`: those that the previous piece requested. */
    nextPiece: (id: string, marks?: MarksById): Sliced<Piece> =>
      inOneSlice(() => {
        const file = begun.get(id);
        const step = file?.next(marks);
        if (step === undefined || step.done === true)
          throw new DeskFault('internal', 'The file that was being written is not there any more.');
        if (step.value.report !== null) begun.delete(id);
        return step.value;
      }),
    /** Drops a file that is no longer written. */
    dropFile: (id: string): Sliced<null> =>
      inOneSlice(() => {
        begun.get(id)?.return();
        begun.delete(id);
        return null;
      }),
  };
};

export type HandOverReads = ReturnType<typeof handOverReads>;
export type HandOverQuestions = Questions<HandOverReads>;
