/**
 * Opens a dialog above everything. Escape, or any other dismissal, calls `leave` at once, so that the next key already acts on the desk:
 * the browser's own `close` event comes later, when another dialog may already be opening. Returns the function that closes it and restores
 * the focus.
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
    // A dialog that was already removed from the page does not restore the focus itself.
    const isLost = document.activeElement === document.body;
    if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
