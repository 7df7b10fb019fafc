/** One request to the server over HTTP. Failures carry the server's own sentence in both languages. */

import type { Text } from './wire';

/** A refused request: the server's code and sentence, or our own when the server could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Text,
  ) {
    super(text.en);
  }
}

const unreachable: Text = {
  en: 'The server cannot be reached. Check the connection and try again.',
  es: 'No se puede llegar al servidor. Revisa la conexión e inténtalo de nuevo.',
};
const odd: Text = {
  en: 'The server answered something unexpected.',
  es: 'El servidor respondió algo inesperado.',
};

/** Sends the request as it is. All but the session itself go through `request` in `api.ts`, which waits for the session. */
export async function ask(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal, credentials: 'same-origin' });
  } catch {
    throw new ApiError(0, 'unreachable', unreachable);
  }
  if (response.ok) return response;
  const failure: { error?: { code: string; message: Text } } = await response.json().catch(() => ({}));
  throw new ApiError(response.status, failure.error?.code ?? 'unknown', failure.error?.message ?? odd);
}
