/** Whether the list of keys is open: `?` opens it on every page, and so do buttons. */

export const shortcuts = $state({ open: false });

export function showShortcuts(): void {
  shortcuts.open = true;
}

/** Listens for `?` outside of fields. */
export function listenForHelp(event: KeyboardEvent): void {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as Element).closest('input, textarea, select')) return;
  event.preventDefault();
  showShortcuts();
}
