import './jitless.ts';

// A bundler may put schemas into a part that is evaluated before this file: they come a step later.
void import('./window.ts');
