import { replaceKeyInfo, type KeyInfo } from '../../../electron/engines/vault/key-info.ts';

/** Writes keyinfo.json anew, in one form and the other, until it is killed. */
const [profileDir = '', forms = '[]'] = process.argv.slice(2);
const [one, two] = JSON.parse(forms) as [KeyInfo, KeyInfo];
await replaceKeyInfo(profileDir, one);
process.stdout.write('writing\n');
for (;;) {
  await replaceKeyInfo(profileDir, two);
  await replaceKeyInfo(profileDir, one);
}
