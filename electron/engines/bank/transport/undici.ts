import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

/**
 * The parts of undici that the client uses, by their own paths: its index loads fetch, WebSocket, caches and mocks too, which are
 * two thirds of what a start would load of it, and puts an agent of its own under the whole program's `fetch`.
 */

// As its index does: what a dispatcher can be asked for.
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Client, type Dispatcher };
