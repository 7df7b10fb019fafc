/** The requests about one's own account. Few pages need them, so they are fetched with those. */

import { json, request } from './api';
import type { AccountInfo, Me, RecoveryCodes, SecondFactorOffer, SessionInfo } from './wire';

/** What must be said again before something that cannot be undone. */
export interface Confirmation {
  password: string;
  code: string | null;
}

export const account = {
  recover: (name: string, code: string, password: string) => json<Me>('/api/recover', { name, code, password }),
  info: () => json<AccountInfo>('/api/account'),
  sessions: () => json<SessionInfo[]>('/api/sessions'),
  endSession: (id: string) => json<SessionInfo[]>(`/api/sessions/${encodeURIComponent(id)}/end`, {}),
  endSessions: () => json<Me>('/api/sessions/end', {}),
  changePassword: (old: string, password: string) => json<SessionInfo[]>('/api/password', { old, new: password }),
  newCodes: async (given: Confirmation) => (await json<RecoveryCodes>('/api/account/codes', given)).codes,
  offerFactor: () => json<SecondFactorOffer>('/api/account/second-factor'),
  turnFactorOn: (password: string, secret: string, code: string) =>
    json<AccountInfo>('/api/account/second-factor', { password, secret, code }),
  turnFactorOff: (given: Confirmation) => json<AccountInfo>('/api/account/second-factor/off', given),
  export: async () => (await request('/api/account/export')).blob(),
  end: (given: Confirmation) => json<Me>('/api/account/delete', given),
};
