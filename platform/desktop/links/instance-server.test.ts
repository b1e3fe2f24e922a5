import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimInstance, type InstanceServer } from './instance-server.ts';

let folder = '';
let address = '';
const servers: InstanceServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-desktop-'));
  address = join(folder, 'desktop.sock');
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const acceptAll = async () => ({ refusal: null });
async function claim(
  args: readonly string[] = [],
  handler = acceptAll as Parameters<typeof claimInstance>[2],
) {
  const claimed = await claimInstance(address, args, handler);
  if (!claimed.ok) return claimed.problem.code;
  if ('first' in claimed.value) {
    servers.push(claimed.value.first);
    return 'first';
  }
  return claimed.value.response;
}

describe.runIf(process.platform !== 'win32')('the socket of the running desktop', () => {
  it('closes on malformed messages without a response or a handler call', async () => {
    let calls = 0;
    await claim([], async () => {
      calls += 1;
      return { refusal: null };
    });
    for (const text of [
      'nonsense\n',
      '{"words":"x"}\n',
      '{"words":[1]}\n',
      '{}\n',
      'x'.repeat(20_000),
    ]) {
      const socket = connect(address);
      let received = '';
      socket.on('data', (chunk) => (received += String(chunk)));
      socket.on('error', () => undefined);
      socket.write(text);
      await once(socket, 'close');
      expect(received).toBe('');
    }
    expect(calls).toBe(0);
    expect(statSync(address).mode & 0o777).toBe(0o600);
  });

  it('accepts the arguments of a later start and returns a response', async () => {
    const received: unknown[] = [];
    const handler = async (args: readonly string[]) => {
      received.push(args);
      return { refusal: args.length > 0 ? 'No.' : null };
    };
    expect(await claim([], handler)).toBe('first');
    expect(await claim(['clockface://external-link?mrn=Ä'])).toEqual({ refusal: 'No.' });
    expect(await claim()).toEqual({ refusal: null });
    expect(received).toEqual([['clockface://external-link?mrn=Ä'], []]);
  });

  it('reports a running instance that does not respond', async () => {
    const silentServer = createServer((socket) => socket.destroy()).listen(address);
    await once(silentServer, 'listening');
    expect(await claim()).toBe('INSTANCE_SILENT');
    silentServer.close();
  });

  it('is taken over from a dead instance, also after a start was killed half way', async () => {
    writeFileSync(address, '');
    mkdirSync(`${address}.starting`);
    const aMinuteAgo = new Date(Date.now() - 60_000);
    utimesSync(`${address}.starting`, aMinuteAgo, aMinuteAgo);
    expect(await claim()).toBe('first');
    expect(existsSync(`${address}.starting`)).toBe(false);
  });

  it('has one owner when several starts compete', async () => {
    writeFileSync(address, '');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => claim()));
    expect(outcomes.filter((outcome) => outcome === 'first')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== 'first')).toEqual(
      Array(7).fill({ refusal: null }),
    );
  });
});
