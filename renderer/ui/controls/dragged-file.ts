/** How a file of the queue that is dragged within the window is known: by its id, as no text and no file from outside. */
const kind = 'application/x-nostro-queued-file';

/** Begins to drag a file of the queue. */
export function dragQueued(event: DragEvent, itemId: string): void {
  if (!event.dataTransfer) return;
  event.dataTransfer.setData(kind, itemId);
  event.dataTransfer.effectAllowed = 'move';
}

export const isQueuedDragged = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes(kind) ?? false;

/** Which file was dropped; '' where it was none of the queue. */
export const queuedDropped = ({ dataTransfer }: DragEvent): string =>
  dataTransfer?.getData(kind) ?? '';
