/** The type of a queued file that is dragged within the window: its data is the id, so it is neither text nor a file from outside. */
const kind = 'application/x-nostro-queued-file';

/** Begins to drag a file of the queue. */
export function dragQueued(event: DragEvent, itemId: string): void {
  if (!event.dataTransfer) return;
  event.dataTransfer.setData(kind, itemId);
  event.dataTransfer.effectAllowed = 'move';
}

export const isQueuedDragged = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes(kind) ?? false;

/** The id of the dropped file; '' if it is not from the queue. */
export const queuedDropped = ({ dataTransfer }: DragEvent): string =>
  dataTransfer?.getData(kind) ?? '';
