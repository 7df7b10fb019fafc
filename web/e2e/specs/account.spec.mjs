/** An account from its beginning to its end: codes, password, second factor, recovery, data, deletion. */

import { createHmac } from 'node:crypto';

import { check, test } from '../fixtures.mjs';
import { fits, sound } from '../sound.mjs';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator shows for a secret, so many steps of 30 seconds from now (RFC 6238). */
function shown(secret, steps = 0) {
  const bits = [...secret.replaceAll(' ', '')].map((c) => LETTERS.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(count).digest();
  const at = hash[19] & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function enter(page, mode, name, fields) {
  await page.goto('/profile');
  await page.getByText(mode, { exact: true }).first().click();
  await page.getByLabel('Name').fill(name);
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.locator('form button.primary').click();
}

/** The section of the account page with a heading. */
const section = (page, name) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });

test('an account is guarded, recovered and ended', async ({ visit, allow }) => {
  allow(/status of 40[13]|status of 422/);
  const page = await visit();
  await enter(page, 'Create an account', 'guarded-e2e', { Password: 'password1' });
  await page.getByText('among the first that others would try').waitFor();
  await page.getByLabel('Password').fill('correct horse');
  await page.locator('form button.primary').click();
  await page.getByRole('button', { name: 'I have written them down' }).waitFor();
  const codes = await page.locator('ul.mono li').allInnerTexts();
  check(codes.length === 8, `eight codes are shown: ${codes}`);
  await sound(page, 'recovery codes');
  await page.getByRole('button', { name: 'I have written them down' }).click();

  await page.getByRole('link', { name: 'Password, sessions and data' }).click();
  await page.getByText('8 codes are left').waitFor();
  await sound(page, 'the account');
  const password = section(page, 'Password');
  await password.getByLabel('Present password').fill('wrong horse');
  await password.getByLabel('New password').fill('another horse');
  await password.getByRole('button').click();
  await password.getByText('the password is wrong').waitFor();
  await password.getByLabel('Present password').fill('correct horse');
  await password.getByRole('button').click();
  await password.getByText('The password has changed').waitFor();

  const phone = await visit();
  await enter(phone, 'Log in', 'guarded-e2e', { Password: 'another horse' });
  await phone.getByRole('button', { name: 'Log out' }).waitFor();
  await page.reload();
  const sessions = section(page, 'Sessions');
  await sessions.getByRole('button', { name: /^End the session since/ }).click();
  await sessions.getByText('The session has ended.').waitFor();
  check((await sessions.locator('tbody tr').count()) === 1, 'one session is left');
  await sound(page, 'the sessions');
  await phone.goto('/account');
  await phone.getByText('You are playing as a guest').waitFor();

  const factor = section(page, 'Second factor');
  await factor.getByRole('button', { name: 'Turn on with an authenticator' }).click();
  const secret = await factor.locator('b.mono').innerText();
  const qr = await factor.getByRole('img', { name: 'QR code with the secret' }).boundingBox();
  check(qr.width > 150 && Math.abs(qr.width - qr.height) < 1, `the picture is large and square: ${JSON.stringify(qr)}`);
  await sound(page, 'the second factor');
  await factor.getByLabel('Code of the authenticator').fill(shown(secret));
  await factor.getByLabel('Present password').fill('another horse');
  await factor.getByRole('button', { name: 'Turn on' }).click();
  await factor.getByText('asks for the code of an authenticator too').waitFor();
  await section(page, 'Sessions').getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByText('You are playing as a guest').waitFor();

  await enter(page, 'Log in', 'guarded-e2e', { Password: 'another horse' });
  await page.getByLabel('Code of the authenticator').fill(shown(secret, 1));
  await page.locator('form button.primary').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  // Another page would cut the request short.
  await page.getByText('You are playing as a guest').waitFor();
  await enter(page, 'Recover the account', 'guarded-e2e', {
    'Recovery code': codes[0],
    'New password': 'a third horse',
  });
  await page.getByRole('button', { name: 'Log out' }).waitFor();

  await page.goto('/account');
  await page.getByText('7 codes are left').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  check(file.suggestedFilename() === 'damero-guarded-e2e.ndjson', 'the file has a name');
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page, 'the account');
  const end = section(page, 'Delete the account');
  await end.getByRole('button').click();
  await end.getByLabel('Present password').fill('a third horse');
  await end.getByRole('button', { name: 'Delete for ever' }).click();
  await page.getByText('You are playing as a guest').waitFor();
  await enter(page, 'Log in', 'guarded-e2e', { Password: 'a third horse' });
  await page.getByText('the name or the password is wrong').waitFor();
});
