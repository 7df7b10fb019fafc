/** Whether the page is dark now, for what is drawn on a canvas and has to be drawn anew. */

class Theme {
  dark = $state(document.documentElement.dataset.theme === 'dark');

  constructor() {
    new MutationObserver(() => (this.dark = document.documentElement.dataset.theme === 'dark')).observe(
      document.documentElement,
      {
        attributeFilter: ['data-theme'],
      },
    );
  }
}

export const theme = new Theme();
