/** The words of accounts: coming in, recovering, guarding and ending. */

import type { AccountWords } from './account.es';

export const en: AccountWords = {
  title: 'Account',
  manage: 'Password, sessions and data',
  guest: 'You are playing as a guest: there is no account to guard. Create one on your profile.',
  toProfile: 'To the profile',
  recover: 'Recover the account',
  recoverHelp:
    'With one of the codes that you got when you created it. The second factor is turned off and all sessions end.',
  recoveryCode: 'Recovery code',
  newPassword: 'New password',
  code: 'Code of the authenticator',
  codeHelp: 'Or a recovery code in its place.',
  codes: 'Recovery codes',
  codesHelp:
    'There is no mail here: if you forget the password, one of these codes is all that helps. Each counts once. Write them down now; they are never shown again.',
  codesLeft: (count) =>
    count === 1 ? '1 code is left. New ones replace the old.' : `${count} codes are left. New ones replace the old.`,
  newCodes: 'New codes',
  copy: 'Copy',
  copied: 'Copied',
  save: 'Save as a file',
  written: 'I have written them down',
  file: 'damero-recovery-codes.txt',
  password: 'Password',
  oldPassword: 'Present password',
  change: 'Change the password',
  changed: 'The password has changed, and all other sessions have ended.',
  sessions: 'Sessions',
  since: 'Since',
  used: 'Last used',
  here: 'this one',
  everywhere: 'Log out everywhere',
  factor: 'Second factor',
  factorOff: 'A login asks for the password only.',
  factorOn: 'A login asks for the code of an authenticator too.',
  factorStart: 'Turn on with an authenticator',
  factorHelp: 'Open the link on your phone or type the secret into the app, then enter the code that it shows.',
  open: 'Open in the authenticator',
  secret: 'Secret',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  cancel: 'Cancel',
  data: 'Your data',
  dataHelp: 'Everything that is kept about you, with every game, as a file: one JSON object a line.',
  take: 'Download my data',
  end: 'Delete the account',
  endHelp:
    'Name, password, codes and sessions are deleted. The games stay, with a guest in your place. This cannot be undone.',
  endNow: 'Delete for ever',
};
