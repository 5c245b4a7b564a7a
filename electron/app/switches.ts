/** Prefixes of the switches by which a command line could weaken Chromium, Electron or Node. */
const refusedFamilies = [
  // Debuggers, and logs of the traffic.
  'remote-',
  'inspect',
  'debug',
  'auto-open-devtools',
  'experimental-network-inspection',
  'js-flags',
  'log-net-log',
  'net-log-',
  'tls-',
  'ssl-',
  // Isolation of processes and pages.
  'no-sandbox',
  'no-zygote',
  'single-process',
  'process-per-',
  'in-process-',
  'allow-no-sandbox',
  'allow-sandbox-debugging',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp',
  'disable-gpu-sandbox',
  'disable-win32k-lockdown',
  'disable-appcontainer',
  'service-sandbox',
  'disable-site-isolation',
  'isolate-origins',
  'site-per-process',
  // Programs that would replace ours.
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'load-',
  'disable-extensions-except',
  'allowlisted-extension',
  'register-pepper',
  // What a page may do.
  'disable-web-security',
  'reduce-security',
  'allow-running-insecure',
  'allow-insecure',
  'allow-file-access',
  'allow-universal-access',
  'unsafely-',
  'enable-unsafe',
  'enable-features',
  'disable-features',
  'enable-blink-features',
  'disable-blink-features',
  'enable-experimental',
  'enable-automation',
  'enable-node-',
  'force-fieldtrial',
  'bypasscsp-',
  'secure-schemes',
  'standard-schemes',
  'cors-schemes',
  'fetch-schemes',
  'service-worker-schemes',
  'use-fake-',
  'auto-accept-',
  'auto-select-',
  'test-type',
  // Certificates and the network route to the bank.
  'ignore-certificate-errors',
  'ignore-urlfetcher-cert',
  'use-mock-',
  'cipher-suite-',
  'proxy-',
  'no-proxy-server',
  'winhttp-',
  'host-rules',
  'host-resolver-',
  'dns-',
  'auth-',
  'origin-to-force-quic',
  // Where files are stored: NOSTRO_DATA_DIR names the data folder.
  'user-data-dir',
  'disk-cache-dir',
  'crash-dumps-dir',
  'enable-crash-reporter',
  'password-store',
];

/** The first switch on the command line with which the packaged app does not start; undefined when there is none. */
export function refusedSwitch(
  words: readonly string[],
  platform = process.platform,
): string | undefined {
  // Chromium takes one dash or two and any case; on Windows a slash too, which elsewhere begins a path.
  const written = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/;
  return words.find((word) => {
    const [, name] = written.exec(word.toLowerCase()) ?? [];
    return name !== undefined && refusedFamilies.some((family) => name.startsWith(family));
  });
}
