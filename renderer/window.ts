import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';

import { mount } from 'svelte';

import App from './shell/App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
