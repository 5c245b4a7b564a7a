import './jitless.ts';
import './window.ts';
