/** What the window may load and do: its own files, drawn by Svelte. No network, no frames, no code from text. */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'none'",
  'worker-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'svelte-trusted-html',
} as const;

/** As a header with every file, or as the meta tag of the page, where `frame-ancestors` has no meaning. */
export function contentSecurityPolicy(place: 'header' | 'meta'): string {
  return Object.entries(directives)
    .filter(([name]) => place === 'header' || name !== 'frame-ancestors')
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
