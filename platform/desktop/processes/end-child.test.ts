import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { endChild } from './end-child.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a child and waits for its first message. */
async function startChild(code: string): Promise<ChildProcess> {
  const script = `${code};setInterval(() => {}, 1000);process.send('runs')`;
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

describe('endChild', () => {
  it('does not kill a child that exits by itself', async () => {
    const child = await startChild("process.on('disconnect', () => process.exit(7))");
    let killed = false;
    await endChild(child, 10_000, () => {
      killed = true;
    });
    expect([child.exitCode, killed]).toEqual([7, false]);
  });

  it('kills a child that does not exit, and reports the kill', async () => {
    const child = await startChild("process.on('disconnect', () => {})");
    let killed = false;
    await endChild(child, 50, () => {
      killed = true;
    });
    expect([child.signalCode, killed]).toEqual(['SIGKILL', true]);
  });

  it('ignores a child that has exited or was never started', async () => {
    const child = await startChild('');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const onKill = () => expect.unreachable('No running child must be killed');
    await endChild(child, 0, onKill);
    await endChild(null, 0, onKill);
  });
});
