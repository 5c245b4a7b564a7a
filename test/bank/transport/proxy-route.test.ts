import { describe, expect, test } from 'vitest';

import {
  routeFromEnvironment,
  routeFromPac,
} from '../../../electron/engines/bank/transport/proxy-route.ts';

const bank = 'https://uat.bank.example:8443';

describe('what the system answers', () => {
  test.each([
    ['DIRECT', { kind: 'direct' }],
    [
      'PROXY a.example:3128; DIRECT',
      { proxy: { address: 'http://a.example:3128', username: null, password: null } },
    ],
    ['HTTPS a.example:443', { proxy: { address: 'https://a.example' } }],
    [
      'SOCKS5 s.example:1080; PROXY b.example:8080',
      { proxy: { address: 'http://b.example:8080' } },
    ],
    ['SOCKS s.example:1080; DIRECT', { kind: 'direct' }],
    ['  proxy [::1]:8080 ', { proxy: { address: 'http://[::1]:8080' } }],
  ])('“%s” is understood', (answer, route) => {
    expect(routeFromPac(answer, bank)).toMatchObject(route);
  });

  test('several routes keep their order; those that cannot be used are left out', () => {
    const route = routeFromPac(
      'PROXY a.example:1; SOCKS s.example:2; HTTPS b.example:3; DIRECT',
      bank,
    );
    expect(route).toMatchObject({
      proxy: { address: 'http://a.example:1' },
      otherwise: {
        proxy: { address: 'https://b.example:3' },
        otherwise: { kind: 'direct', otherwise: undefined },
      },
    });
  });

  test.each([
    [
      'SOCKS5 s.example:1080',
      'The system has only a SOCKS proxy (s.example:1080) for uat.bank.example:8443; an HTTP proxy is needed.',
    ],
    ['', 'The system names no route to uat.bank.example:8443 that Nostro can use.'],
    ['PROXY', 'The system names no route to uat.bank.example:8443 that Nostro can use.'],
    ['<h1>hello</h1>', 'The system names no route to uat.bank.example:8443 that Nostro can use.'],
  ])('“%s” is no route, and the message says so', (answer, words) => {
    expect(routeFromPac(answer, bank)).toEqual({ kind: 'none', words });
  });
});

describe('what the environment names', () => {
  test.each([
    [{}, { kind: 'direct' }],
    [{ HTTP_PROXY: 'http://p.example:1' }, { kind: 'direct' }],
    [{ HTTPS_PROXY: ' ' }, { kind: 'direct' }],
    [{ HTTPS_PROXY: 'http://p.example:3128/' }, { proxy: { address: 'http://p.example:3128' } }],
    [{ https_proxy: 'p.example:3128' }, { proxy: { address: 'http://p.example:3128' } }],
    [{ ALL_PROXY: 'https://p.example' }, { proxy: { address: 'https://p.example' } }],
    [
      { HTTPS_PROXY: 'http://ada:p%40ss@p.example:3128' },
      { proxy: { address: 'http://p.example:3128', username: 'ada', password: 'p@ss' } },
    ],
  ])('%j', (env, route) => {
    expect(routeFromEnvironment(env, bank)).toMatchObject(route);
  });

  test.each([
    ['*', true],
    ['bank.example', true],
    ['.bank.example', true],
    ['*.bank.example', true],
    ['other.example, uat.bank.example:8443', true],
    ['uat.bank.example:443', false],
    ['ank.example', false],
    ['', false],
  ])('NO_PROXY=%s spares the bank: %s', (noProxy, isSpared) => {
    const env = { HTTPS_PROXY: 'http://p.example:1', NO_PROXY: noProxy };
    expect(routeFromEnvironment(env, bank).kind).toBe(isSpared ? 'direct' : 'proxy');
  });

  test('a SOCKS proxy is named plainly, without its credentials', () => {
    const route = routeFromEnvironment({ HTTPS_PROXY: 'socks5://ada:canary@s.example:1080' }, bank);
    expect(route).toEqual({
      kind: 'none',
      words:
        'HTTPS_PROXY names a SOCKS proxy (s.example:1080) for uat.bank.example:8443; an HTTP proxy is needed.',
    });
  });
});
