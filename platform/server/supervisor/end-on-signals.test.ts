import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = `
import { endOnSignals } from ${JSON.stringify(join(import.meta.dirname, 'end-on-signals.ts'))};
const logger = { log: (_, message) => console.log(message), child: () => logger };
endOnSignals(logger).stopWith(async () => console.log('in order'));
setInterval(() => undefined, 1000);
console.log('up', process.pid);
`;

/** Starts a server under a shell, as package managers do. */
async function startUnderShell(variables: NodeJS.ProcessEnv) {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const command = `"${process.execPath}" --input-type=module -e "$SERVER"; true`;
  const shell = spawn('sh', ['-c', command], {
    env: { ...env, ...variables, SERVER },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/up \d+\n/);
  const pid = Number(/up (\d+)/.exec(output)?.[1]);
  return { shell, pid, output: () => output };
}

it.skipIf(process.platform === 'win32')(
  'endOnSignals stops in order when the launching package manager ends',
  { timeout: 40_000 },
  async () => {
    const { shell, pid, output } = await startUnderShell({ npm_lifecycle_event: 'start' });
    // Ensures that no server remains, whatever the result.
    const killTimer = setTimeout(() => process.kill(pid, 'SIGKILL'), 15_000);
    shell.kill('SIGTERM');
    // The server is the last process that holds the pipe.
    await once(shell.stdout, 'close');
    clearTimeout(killTimer);
    expect(output()).toBe(`up ${pid}\nStopping\nin order\nStopped\n`);
  },
);
