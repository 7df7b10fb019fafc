/** The start of the page. */

import { mount } from 'svelte';
import App from './App.svelte';
import { listenForGesture } from './lib/sound';
import './styles/base.css';

listenForGesture();
const target = document.getElementById('app');
if (target) mount(App, { target });
