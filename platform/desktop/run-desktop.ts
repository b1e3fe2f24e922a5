import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '#foundation';
import { AppWindow } from './browser/app-window.ts';
import { BrowserProcess } from './browser/browser-process.ts';
import { findBrowser } from './browser/find-browser.ts';
import { prepareProfile, removeTraces } from './browser/prepare-profile.ts';
import { type DesktopPlaces, desktopPlaces } from './environment/desktop-places.ts';
import { serverAway } from './environment/desktop-problems.ts';
import { ownServices } from './environment/own-device.ts';
import { readArguments } from './environment/read-arguments.ts';
import { serverAddress } from './environment/server-address.ts';
import { ShellLog } from './environment/shell-log.ts';
import { deliverLink, type LinkPlaces } from './links/deliver-link.ts';
import { claimInstance, type TakeArguments } from './links/instance-door.ts';
import { newShellIdentity } from './links/shell-identity.ts';
import { ShellLink } from './links/shell-link.ts';
import { ServerProcess } from './processes/server-process.ts';
import { isServerReady, lookForServer } from './processes/server-ready.ts';
import { ServiceProcess } from './processes/service-process.ts';
import { desktopTexts } from './texts/desktop-texts.ts';

/** A browser of the last run may still hold the profile for a moment after the shell was killed. */
const WINDOW_TRIES = 4;
const NEXT_TRY_MS = 1_500;

export interface DesktopOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Behind the program's name: at most a link. */
  readonly words: readonly string[];
  /** Aborted when the desktop is to end, e.g. by SIGINT. */
  readonly signal: AbortSignal;
  /** For people. */
  say(text: string): void;
}

/** What was started, ended in the opposite order. */
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
 * The desktop from its start to the end of its window. Resolves with a refusal for people, null when
 * there is none; by then everything that it started has ended.
 */
export async function runDesktop(options: DesktopOptions): Promise<Result<string | null>> {
  const invocation = readArguments(options.words);
  if (!invocation.ok) return invocation;
  const places = desktopPlaces(options.env);
  if (!places.ok) return places;
  const started = new Started();
  const open = Promise.withResolvers<LinkPlaces>();
  const take: TakeArguments = async (words) => {
    const asked = readArguments(words);
    if (!asked.ok || asked.value.kind !== 'open') return { refusal: desktopTexts.refused };
    return deliverLink(asked.value.link, await open.promise);
  };
  try {
    const claim = await claimInstance(places.value.door, options.words, take);
    if (!claim.ok) return claim;
    if ('answer' in claim.value) {
      if (claim.value.answer.refusal === null) options.say(desktopTexts.handedOver);
      return ok(claim.value.answer.refusal);
    }
    const { first } = claim.value;
    started.add(() => first.close());
    return await showWindow(options, places.value, started, open.resolve);
  } finally {
    await started.end();
  }
}

async function showWindow(
  { env, words, signal, say }: DesktopOptions,
  { profile, logFile }: DesktopPlaces,
  started: Started,
  onOpen: (places: LinkPlaces) => void,
): Promise<Result<string | null>> {
  const log = new ShellLog(logFile);
  const program = findBrowser(env);
  if (!program.ok) return program;
  const server = await bringUpServer(env, log, started, say);
  if (!server.ok || signal.aborted) return server.ok ? ok(null) : server;
  const base = server.value.url;
  // A server of our own brings its services itself.
  const services = server.value.isOwn ? ok([]) : ownServices(env, base);
  if (!services.ok) return services;
  const identity = newShellIdentity();
  const link = new ShellLink({
    base: base,
    identity,
    log,
    onDevMode: (enabled) => log.setVerbose(enabled),
  });
  started.add(() => link.dispose());
  for (const one of services.value) {
    const service = new ServiceProcess(one, env, log, (death) => link.tellCrash(death));
    started.add(() => service.stop());
    service.start();
  }
  const browser = { program: program.value, profile, url: base, log };
  const moreFlags = (env.CLOCKFACE_BROWSER_FLAGS ?? '').split(/\s+/).filter((flag) => flag !== '');
  const window = await openWindow({ ...browser, moreFlags }, identity.clientId, started, signal);
  if (!window.ok || signal.aborted) return window.ok ? ok(null) : window;
  say(desktopTexts.opened(base, logFile));
  log.log('info', 'The window is open', { address: new URL(base).host });
  const places = { base: base, window: window.value, link, log };
  onOpen(places);
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const first = words.length === 0 ? null : await deliverLink(words[0] ?? null, places);
  if (first?.refusal) say(first.refusal);
  await Promise.race([window.value.closed, aborted]);
  log.log('info', 'The desktop ends');
  return ok(null);
}

/** The server that is there already, else one of our own. */
async function bringUpServer(
  env: NodeJS.ProcessEnv,
  log: ShellLog,
  started: Started,
  say: (text: string) => void,
): Promise<Result<{ readonly url: string; readonly isOwn: boolean }>> {
  const address = serverAddress(env);
  if (!address.ok) return address;
  const { url, port } = address.value;
  if (url !== null && (await isServerReady(url))) {
    log.log('info', 'A server is ready', { address: new URL(url).host });
    return ok({ url, isOwn: false });
  }
  if (port === null) return fail(serverAway(url ?? ''));
  const server = new ServerProcess({ env, port, log, say });
  started.add(() => server.stop());
  const own = await server.start();
  // Another start may have been faster, and has the data folder and the port.
  if (!own.ok && url !== null && (await lookForServer(url)) !== 'nothing') {
    if (await isServerReady(url)) return ok({ url, isOwn: false });
  }
  return own.ok ? ok({ url: own.value, isOwn: true }) : own;
}

async function openWindow(
  options: Omit<ConstructorParameters<typeof BrowserProcess>[0], never>,
  clientId: string,
  started: Started,
  signal: AbortSignal,
): Promise<Result<AppWindow>> {
  const { profile, url, log } = options;
  for (let tries = 1; ; tries += 1) {
    prepareProfile(profile);
    const browser = new BrowserProcess(options);
    const window = await AppWindow.attach(browser, { base: url, clientId }, log);
    if (window.ok) {
      started.add(async () => {
        await browser.end();
        removeTraces(profile);
      });
      return window;
    }
    await browser.end();
    log.log('warn', window.problem.title, { detail: window.problem.detail, tries });
    if (tries === WINDOW_TRIES || signal.aborted) return window;
    await sleep(NEXT_TRY_MS);
  }
}
