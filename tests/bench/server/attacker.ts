import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, HostileCall } from './attacks.ts';

/** Parameters of the attacker, sent once over IPC. */
export interface AttackRequest {
  readonly attack: Attack;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Number of responses by status over the whole attack; `cut` counts connections closed without a
 * response.
 */
export type Tally = Readonly<Record<string, number>>;

const DRIP_MS = 500;

// Lowest priority, so that sending takes no processor time from the server.
setPriority(19);
const tally: Record<string, number> = {};
const count = (outcome: string): void => {
  tally[outcome] = (tally[outcome] ?? 0) + 1;
};

process.once('message', (attackRequest: AttackRequest) => {
  const { attack } = attackRequest;
  process.once('message', () => {
    process.send?.(tally, () => process.exit());
  });
  let sentCalls = 0;
  const nextCall = (): HostileCall => {
    const call = attack.calls[sentCalls % attack.calls.length] as HostileCall;
    sentCalls += 1;
    return call;
  };
  for (let i = 0; i < attack.connections; i += 1) void repeatCalls(attackRequest, nextCall);
  for (let i = 0; i < attack.dripping; i += 1) void repeatDrips(attackRequest, i % 2 === 0);
  process.send?.('started');
});

/**
 * Sends calls one after the other on a connection; reconnects if a response closed the connection.
 */
async function repeatCalls(
  { url, headers }: AttackRequest,
  nextCall: () => HostileCall,
): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const { method, path, body, headers: more } = nextCall();
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const length = { 'content-length': Buffer.byteLength(body ?? '') };
    const callHeaders = { ...headers, ...json, ...length, ...more };
    const call = request(`${url}/api${path}`, { agent, method, headers: callHeaders });
    const status = await new Promise<string>((resolve) => {
      call.once('response', (response) => {
        response.resume().once('close', () => resolve(String(response.statusCode)));
      });
      call.on('error', () => resolve('cut'));
      call.end(body);
    });
    count(status);
  }
}

/** Sends request headers or a body that never end, one piece every `DRIP_MS`. */
async function repeatDrips({ url, headers }: AttackRequest, inHeaders: boolean): Promise<never> {
  const { hostname, port } = new URL(url);
  const requestLine = 'POST /api/accounts/actions/login HTTP/1.1\r\nhost: a\r\n';
  const headerLines = Object.entries({ ...headers, 'content-type': 'application/json' });
  const headerText = headerLines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  for (;;) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(
      inHeaders ? requestLine : `${requestLine}${headerText}content-length: 1000\r\n\r\n{`,
    );
    while (!socket.destroyed) {
      socket.write(inHeaders ? 'x-a: b\r\n' : ' ');
      await Promise.race([closed, sleep(DRIP_MS)]);
    }
    count('cut');
  }
}
