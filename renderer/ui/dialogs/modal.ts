/**
 * Opens a dialog above everything. Escape, or whatever else dismisses it, calls `leave` at once, so that the very next
 * key meets a desk without it: the browser's own `close` comes later, when another dialog may be asked for already.
 * Returns what closes it and gives the focus back to whoever had it before.
 */
export function openModal(dialog: HTMLDialogElement, leave: () => void): () => void {
  const dismissed = (event: Event): void => {
    event.preventDefault();
    leave();
  };
  dialog.addEventListener('cancel', dismissed);
  dialog.addEventListener('close', leave);
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.removeEventListener('cancel', dismissed);
    dialog.removeEventListener('close', leave);
    dialog.close();
    // A dialog that has left the page already gives nothing back by itself.
    const isLost = document.activeElement === document.body;
    if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
