/** Loading the page anew, once in a while only: what is still missing after that will not come by loading it again. */

const KEY = 'damero.reloaded';
const PAUSE = 30_000;

/** Whether it may be loaded anew now; notes that it is. */
export function reloadOnce(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now - last < PAUSE) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    // Without a memory nobody can tell the second time from the first.
    return false;
  }
}
