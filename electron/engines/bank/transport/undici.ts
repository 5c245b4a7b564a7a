import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

/**
 * The parts of undici that the client uses, by their own paths. Its index also loads fetch, WebSocket, caches and mocks, two thirds
 * of what a start would load of it, and sets its own agent for the whole program's `fetch`.
 */

// Adds the request methods to a dispatcher, as its index does.
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Client, type Dispatcher };
