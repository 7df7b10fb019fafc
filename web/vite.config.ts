/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// While developing, the page comes from Vite and everything else from a Damero server beside it.
const server = process.env.DAMERO_SERVER ?? 'http://127.0.0.1:8580';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Component tests mount in a DOM, so they need the browser build of Svelte.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
}));
