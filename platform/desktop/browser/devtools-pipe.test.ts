import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { DevToolsPipe } from './devtools-pipe.ts';

function connectFakeBrowser() {
  const write = new PassThrough();
  const read = new PassThrough();
  const commands: string[] = [];
  write.setEncoding('utf8').on('data', (chunk: string) => commands.push(chunk));
  return { pipe: new DevToolsPipe(write, read), read, write, commands };
}

it('DevToolsPipe matches responses to commands, also in fragments and out of order', async () => {
  const { pipe, read, commands } = connectFakeBrowser();
  const events: string[] = [];
  pipe.onEvent((method) => void events.push(method));
  const first = pipe.send('A');
  const second = pipe.send('B', { x: 1 }, 's');
  const bytes = Buffer.from(
    '{"id":2,"result":{"ü":2}}\0{"method":"E"}\0{"id":1,"result":{"a":1}}\0',
  );
  for (const byte of bytes) read.write(Buffer.of(byte));
  expect(await first).toEqual({ a: 1 });
  expect(await second).toEqual({ ü: 2 });
  expect(events).toEqual(['E']);
  expect(commands[1]).toBe('{"id":2,"method":"B","params":{"x":1},"sessionId":"s"}\0');
});

it('DevToolsPipe rejects a failed command, and every command after the browser has ended', async () => {
  const { pipe, read } = connectFakeBrowser();
  const rejected = pipe.send('A');
  read.write('{"id":1,"error":{"message":"No such method"}}\0');
  await expect(rejected).rejects.toThrow('No such method');
  const pending = pipe.send('B');
  read.destroy();
  await expect(pending).rejects.toThrow('The browser has ended');
  await expect(pipe.send('C')).rejects.toThrow('The browser has ended');
});

it.each([
  ['invalid JSON', 'no JSON\0', 'The browser sent invalid JSON'],
  ['a message over 16 MiB', 'x'.repeat(16 * 1024 * 1024 + 1), 'The browser sent a message over'],
])(
  'DevToolsPipe rejects pending commands after %s, gives the reason and closes both pipes',
  async (_, sent, reason) => {
    const { pipe, read, write } = connectFakeBrowser();
    const pending = pipe.send('A');
    read.write(sent);
    await expect(pending).rejects.toThrow(reason);
    await expect(pipe.send('B')).rejects.toThrow(reason);
    expect([read.destroyed, write.destroyed]).toEqual([true, true]);
  },
);
