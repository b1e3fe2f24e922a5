import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { endChild } from './end-child.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A child that has said that it runs. */
async function childOf(code: string): Promise<ChildProcess> {
  const script = `${code};setInterval(() => {}, 1000);process.send('runs')`;
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

describe('a child that is to end', () => {
  it('is not killed when it goes by itself', async () => {
    const child = await childOf("process.on('disconnect', () => process.exit(7))");
    let killed = false;
    await endChild(child, 10_000, () => {
      killed = true;
    });
    expect([child.exitCode, killed]).toEqual([7, false]);
  });

  it('is killed when it does not, and that is told', async () => {
    const child = await childOf("process.on('disconnect', () => {})");
    let killed = false;
    await endChild(child, 50, () => {
      killed = true;
    });
    expect([child.signalCode, killed]).toEqual(['SIGKILL', true]);
  });

  it('is left alone when it is gone already, or was never there', async () => {
    const child = await childOf('');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const onKill = () => expect.unreachable('Nothing was there to be killed');
    await endChild(child, 0, onKill);
    await endChild(null, 0, onKill);
  });
});
