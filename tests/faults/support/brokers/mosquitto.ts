import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = '/usr/sbin/mosquitto';
export const HAS_MOSQUITTO = existsSync(PROGRAM);

export interface MosquittoOptions {
  /** Additional users with their passwords. */
  readonly users?: Readonly<Record<string, string>>;
  /** Additional lines of the configuration. */
  readonly config?: readonly string[];
}

/** A Mosquitto broker on loopback, as a site runs it, with one password for servers. */
export interface Mosquitto extends AsyncDisposable {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Adds a user, or changes the password of an existing user. */
  allow(username: string, password: string): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'clockface-mosquitto-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const username = 'clockface-server';
  const password = 'site-broker-password';
  const passwords = join(folder, 'passwords');
  const users = { [username]: password, ...options.users };
  const lines = Object.entries(users).map(([name, secret]) => `${name}:${secret}\n`);
  await writeFile(passwords, lines.join(''));
  await waitForExit(spawn('mosquitto_passwd', ['-U', passwords], { stdio: 'ignore' }));
  await chmod(passwords, 0o644);
  const config = join(folder, 'mosquitto.conf');
  await writeFile(
    config,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${passwords}`,
      ...(options.config ?? []),
      '',
    ].join('\n'),
  );
  let child = await launch(config, port);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `mqtt://127.0.0.1:${port}`,
    username,
    password,
    kill,
    async allow(name, secret) {
      await waitForExit(
        spawn('mosquitto_passwd', ['-b', passwords, name, secret], { stdio: 'ignore' }),
      );
      await chmod(passwords, 0o644);
      child.kill('SIGHUP');
    },
    async restart() {
      child = await launch(config, port);
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(config: string, port: number): Promise<ChildProcess> {
  const child = spawn(PROGRAM, ['-c', config], { stdio: 'ignore' });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await isListening(port)) return child;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error('Mosquitto did not start');
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function waitForExit(child: ChildProcess): Promise<void> {
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
