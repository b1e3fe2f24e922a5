import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Disposable, Logger } from '#foundation';
import { toDisposable } from '#foundation';
import { MAX_PACKET_BYTES } from './packet-length-guard.ts';

export const MQTT_PATH = '/mqtt';

/** Serves MQTT over WebSocket at `/mqtt` of an existing HTTP server. */
export function serveMqttOverWebSocket(
  server: Server,
  attach: (connection: Duplex, request: IncomingMessage) => void,
  log: Logger,
): Disposable {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 4 * MAX_PACKET_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const rejectStatus = rejectStatusOf(request);
    if (rejectStatus !== null) {
      rejectUpgrade(socket, rejectStatus);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = createWebSocketStream(webSocket);
      connection.on('error', (error) => {
        log.log('debug', 'A WebSocket ended', { why: error.message });
      });
      attach(connection, request);
    });
  };
  server.on('upgrade', onUpgrade);
  return toDisposable(() => {
    server.off('upgrade', onUpgrade);
    for (const webSocket of sockets.clients) webSocket.terminate();
    sockets.close();
  });
}

/** Returns the HTTP status that rejects an upgrade; null when the upgrade is allowed. */
function rejectStatusOf(request: IncomingMessage): 403 | 404 | null {
  if (pathOf(request) !== MQTT_PATH) return 404;
  return isSameOrigin(request) ? null : 403;
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?')[0] ?? '';
}

/** Browsers always send Origin, which must be this server; other clients send none. */
function isSameOrigin(request: IncomingMessage): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

function rejectUpgrade(socket: Duplex, status: 403 | 404): void {
  const reason = status === 403 ? 'Forbidden' : 'Not Found';
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
