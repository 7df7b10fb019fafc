/**
 * A real server for the end-to-end tests, with data of its own.
 *
 * `DAMERO_BIN` names the program (by default `damero` of the release build). If it was built without the page, or with
 * `E2E_DIST=1`, the page comes from `dist`, so that it can be tested without building the program again.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
export const program = process.env.DAMERO_BIN ?? join(web, '../target/release/damero');

/** Everything that must not outlive the tests. */
const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

function start(command, args, options) {
  const child = spawn(command, args, options);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function until(what, check, ms = 20_000) {
  const end = Date.now() + ms;
  for (;;) {
    try {
      if (await check()) return;
    } catch {
      // Not yet.
    }
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts a server, with trainings of its own or those of a folder. `restart` stops it by a signal and starts it again on the same port and data. */
export async function startServer({ runs: given } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'damero-e2e-'));
  const runs = given ?? join(data, 'runs');
  mkdirSync(runs, { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  let child;
  const begin = async () => {
    child = start(program, ['serve', '--listen', address, '--data', data, '--runs', runs, '--no-limits'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until('the server is ready', async () => (await fetch(`http://${address}/healthz`)).ok);
  };
  const stop = (signal) =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', resolve);
      child.kill(signal);
    });
  await begin();
  const { page } = await (await fetch(`http://${address}/api/version`)).json();
  return {
    base: `http://${address}`,
    /** The folder of trainings, empty at first. */
    runs,
    /** Whether the page comes from the program itself. */
    embedded: page && !process.env.E2E_DIST,
    async restart(signal) {
      await stop(signal);
      await begin();
    },
    async close() {
      await stop('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
