/** A small router on the history API: the path is state, links change it without loading the page again. */

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
    // Links inside the page are ordinary links; plain clicks on them are taken over here.
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      if (link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const router = new Router();

/** The parts of a path after a prefix, or null: `match('/play', '/play/x')` is `['x']`. */
export function match(prefix: string, path: string): string[] | null {
  if (path !== prefix && !path.startsWith(prefix + '/')) return null;
  return path.slice(prefix.length).split('/').filter(Boolean).map(decodeURIComponent);
}
