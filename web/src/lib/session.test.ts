/** Requests and the session: nobody asks before the server knows who asks, and a forgotten session is asked for anew. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ME = { id: 'x', name: 'Guest', guest: true, ratings: [] };
const NO_SESSION = {
  error: { code: 'no-session', message: { en: 'Open the page first.', es: 'Abre primero la página.' } },
};
const WRONG = { error: { code: 'wrong-password', message: { en: 'Wrong.', es: 'Mal.' } } };

/** A server that refuses whoever it does not know; `me` is answered when the test says so. */
class Server {
  asked: string[] = [];
  known = false;
  answerMe: () => Promise<Response> = async () => this.welcome();

  welcome(): Response {
    this.known = true;
    return Response.json(ME);
  }

  fetch = async (path: string): Promise<Response> => {
    this.asked.push(path);
    if (path === '/api/me') return this.answerMe();
    if (path === '/api/login') return Response.json(WRONG, { status: 401 });
    return this.known ? Response.json([]) : Response.json(NO_SESSION, { status: 401 });
  };
}

let server: Server;
let api: (typeof import('./api'))['api'];
let session: (typeof import('./session.svelte'))['session'];
beforeEach(async () => {
  server = new Server();
  vi.stubGlobal('fetch', server.fetch);
  vi.resetModules();
  ({ api } = await import('./api'));
  ({ session } = await import('./session.svelte'));
});
afterEach(() => vi.unstubAllGlobals());

describe('the session', () => {
  it('comes before every other request, however long it takes', async () => {
    let answer = () => {};
    server.answerMe = () => new Promise((resolve) => (answer = () => resolve(server.welcome())));
    const both = Promise.all([api.lobby(), api.library({})]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.asked).toEqual(['/api/me']);
    answer();
    await both;
    expect(server.asked).toEqual(['/api/me', '/api/lobby', '/api/library?']);
    expect(session.me).toEqual(ME);
  });

  it('is asked for anew when the server has forgotten it, once for all that were refused', async () => {
    await api.lobby();
    server.known = false;
    server.asked = [];
    await Promise.all([api.lobby(), api.library({})]);
    expect(server.asked.filter((path) => path === '/api/me')).toHaveLength(1);
    expect(server.asked.filter((path) => path === '/api/lobby')).toHaveLength(2);
  });

  it('is not asked for anew without end', async () => {
    server.answerMe = async () => Response.json(ME);
    await expect(api.lobby()).rejects.toMatchObject({ status: 401, code: 'no-session' });
    expect(server.asked).toEqual(['/api/me', '/api/lobby', '/api/me', '/api/lobby']);
  });

  it('has nothing to do with a wrong password', async () => {
    await expect(api.login('Ana', 'x')).rejects.toMatchObject({ code: 'wrong-password' });
    expect(server.asked).toEqual(['/api/me', '/api/login']);
  });

  it('is asked for again after a failure', async () => {
    server.answerMe = () => Promise.reject(new TypeError('away'));
    await expect(api.lobby()).rejects.toMatchObject({ code: 'unreachable' });
    server.answerMe = async () => server.welcome();
    await expect(api.lobby()).resolves.toEqual([]);
  });
});
