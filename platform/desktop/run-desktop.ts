import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '#foundation';
import { AppWindow, type DesktopPage } from './browser/app-window.ts';
import { type BrowserOptions, BrowserProcess } from './browser/browser-process.ts';
import { findBrowser } from './browser/find-browser.ts';
import { prepareProfile, removeTraces } from './browser/prepare-profile.ts';
import { connectionSettings } from './environment/connection-settings.ts';
import { type DesktopPaths, desktopPaths } from './environment/desktop-paths.ts';
import { serverUnreachable } from './environment/desktop-problems.ts';
import { localServices, servedDeviceId } from './environment/local-services.ts';
import { readArguments } from './environment/read-arguments.ts';
import { isDataFolderServed } from './environment/served-data-folder.ts';
import { serverAddress } from './environment/server-address.ts';
import { ShellLog } from './environment/shell-log.ts';
import { deliverLink, type LinkTargets } from './links/deliver-link.ts';
import { type ArgumentsHandler, claimInstance } from './links/instance-server.ts';
import { ShellConnection } from './links/shell-connection.ts';
import { newShellIdentity } from './links/shell-identity.ts';
import { ServerProcess } from './processes/server-process.ts';
import { isServerReady, probeServer } from './processes/server-ready.ts';
import { ServiceProcess } from './processes/service-process.ts';
import { desktopTexts } from './texts/desktop-texts.ts';

/**
 * Allows for a browser of the last run that still holds the profile briefly after the shell was
 * killed.
 */
const MAX_WINDOW_ATTEMPTS = 4;
const RETRY_DELAY_MS = 1_500;

export interface DesktopOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Command-line arguments: at most a link. */
  readonly args: readonly string[];
  /** Aborted to end the desktop, e.g. on SIGINT. */
  readonly signal: AbortSignal;
  /** Prints text for users. */
  print(text: string): void;
}

/** Started resources, ended in reverse order. */
class Started {
  readonly #ends: (() => void | Promise<void>)[] = [];

  add(end: () => void | Promise<void>): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}

/**
 * Runs the desktop until its window closes. Resolves with an error text for users, or null, after
 * everything that the desktop started has ended.
 */
export async function runDesktop(options: DesktopOptions): Promise<Result<string | null>> {
  const invocation = readArguments(options.args);
  if (!invocation.ok) return invocation;
  const paths = desktopPaths(options.env);
  if (!paths.ok) return paths;
  const started = new Started();
  const open = Promise.withResolvers<LinkTargets>();
  const handler: ArgumentsHandler = async (args) => {
    const forwarded = readArguments(args);
    if (!forwarded.ok || forwarded.value.kind !== 'open')
      return { refusal: desktopTexts.linkRejected };
    return deliverLink(forwarded.value.link, await open.promise);
  };
  try {
    const claim = await claimInstance(paths.value.socketPath, options.args, handler);
    if (!claim.ok) return claim;
    if ('response' in claim.value) {
      if (claim.value.response.refusal === null) options.print(desktopTexts.forwarded);
      return ok(claim.value.response.refusal);
    }
    const { first } = claim.value;
    started.add(() => first.close());
    return await showWindow(options, paths.value, started, open.resolve);
  } finally {
    await started.end();
  }
}

/** Starts or joins the server, opens the window and resolves when the window has closed. */
async function showWindow(
  { env, args, signal, print }: DesktopOptions,
  { profile, logFile }: DesktopPaths,
  started: Started,
  onOpen: (targets: LinkTargets) => void,
): Promise<Result<string | null>> {
  const log = new ShellLog(logFile);
  const program = findBrowser(env);
  if (!program.ok) return program;
  const server = await startOrJoinServer(env, log, started, print);
  if (!server.ok || signal.aborted) return server.ok ? ok(null) : server;
  const base = server.value.url;
  // The server of this machine runs the services of the device itself.
  const isLocal = server.value.isSpawned || isDataFolderServed(env);
  const services = isLocal ? ok([]) : localServices(env, base);
  if (!services.ok) return services;
  const scanner = isLocal ? servedDeviceId(env) : ok(services.value[0]?.deviceId ?? null);
  if (!scanner.ok) return scanner;
  const identity = newShellIdentity();
  const connection = new ShellConnection({
    base,
    identity,
    log,
    settings: await connectionSettings(base, log),
    onDevMode: (enabled) => log.setVerbose(enabled),
  });
  started.add(() => connection.dispose());
  for (const localService of services.value) {
    const service = new ServiceProcess(localService, env, log, (crash) =>
      connection.publishCrash(crash),
    );
    started.add(() => service.stop());
    service.start();
  }
  const browser = { program: program.value, profile, url: base, log };
  const moreFlags = (env.CLOCKFACE_BROWSER_FLAGS ?? '').split(/\s+/).filter((flag) => flag !== '');
  const page = { base, clientId: identity.clientId, scannerId: scanner.value };
  const window = await openWindow({ ...browser, moreFlags }, page, started, signal);
  if (!window.ok || signal.aborted) return window.ok ? ok(null) : window;
  print(desktopTexts.opened(base, logFile));
  log.log('info', 'The window is open', { address: new URL(base).host });
  const targets = { base, window: window.value, connection, log };
  onOpen(targets);
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const first = args.length === 0 ? null : await deliverLink(args[0] ?? null, targets);
  if (first?.refusal) print(first.refusal);
  await Promise.race([window.value.closed, aborted]);
  log.log('info', 'The desktop is closing');
  return ok(null);
}

/** Returns the running server, or starts a new one. */
async function startOrJoinServer(
  env: NodeJS.ProcessEnv,
  log: ShellLog,
  started: Started,
  print: (text: string) => void,
): Promise<Result<{ readonly url: string; readonly isSpawned: boolean }>> {
  const address = serverAddress(env);
  if (!address.ok) return address;
  const { url, port } = address.value;
  if (url !== null && (await isServerReady(url))) {
    log.log('info', 'A running server is used', { address: new URL(url).host });
    return ok({ url, isSpawned: false });
  }
  if (port === null) return fail(serverUnreachable(url ?? ''));
  const server = new ServerProcess({ env, port, log, print });
  started.add(() => server.stop());
  const spawned = await server.start();
  // Another start may have taken the data folder and the port first.
  if (!spawned.ok && url !== null && (await probeServer(url)) !== 'absent') {
    if (await isServerReady(url)) return ok({ url, isSpawned: false });
  }
  return spawned.ok ? ok({ url: spawned.value, isSpawned: true }) : spawned;
}

async function openWindow(
  options: BrowserOptions,
  page: DesktopPage,
  started: Started,
  signal: AbortSignal,
): Promise<Result<AppWindow>> {
  const { profile, log } = options;
  for (let attempt = 1; ; attempt += 1) {
    prepareProfile(profile);
    const browser = new BrowserProcess(options);
    const window = await AppWindow.attach(browser, page, log);
    if (window.ok) {
      started.add(async () => {
        await browser.end();
        removeTraces(profile);
      });
      return window;
    }
    await browser.end();
    log.log('warn', window.problem.title, { detail: window.problem.detail, attempt });
    if (attempt === MAX_WINDOW_ATTEMPTS || signal.aborted) return window;
    await sleep(RETRY_DELAY_MS);
  }
}
