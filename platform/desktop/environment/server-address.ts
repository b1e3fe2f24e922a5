import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoopbackName, siteConfigSchema } from '#contracts';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import { addressInvalid } from './desktop-problems.ts';

export const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Address of a running server, or of the server to start. */
export interface ServerAddress {
  /** URL with a trailing slash; null means any free port, so that no server can be running yet. */
  readonly url: string | null;
  /** Port for a server to start on this machine; null if the server belongs to another machine. */
  readonly port: number | null;
}

/** Returns the address from CLOCKFACE_URL, then CLOCKFACE_PORT, then the site configuration. */
export function serverAddress(env: NodeJS.ProcessEnv): Result<ServerAddress> {
  if (env.CLOCKFACE_URL) return addressFromUrl(env.CLOCKFACE_URL);
  const port = env.CLOCKFACE_PORT;
  if (port) {
    const number = Number(port);
    if (/^\d+$/.test(port) && number <= 65_535) return ok(local('127.0.0.1', number));
    return fail(addressInvalid('CLOCKFACE_PORT', port));
  }
  return addressFromSiteFile(env);
}

function addressFromUrl(text: string): Result<ServerAddress> {
  const invalid = fail(addressInvalid('CLOCKFACE_URL', withoutUser(text)));
  if (!URL.canParse(text)) return invalid;
  const url = new URL(text.endsWith('/') ? text : `${text}/`);
  const { protocol, hostname, pathname } = url;
  if (!/^https?:$/.test(protocol) || url.username || url.password || url.search || url.hash) {
    return invalid;
  }
  const mayStart = protocol === 'http:' && isLoopbackName(hostname) && pathname === '/';
  return ok({ url: url.href, port: mayStart ? Number(url.port || 80) : null });
}

/** Removes the text before an @, which may contain a password. */
const withoutUser = (text: string): string => text.replace(/\/\/[^/]*@/, '//…@');

function local(host: string, port: number): ServerAddress {
  return { url: port === 0 ? null : `http://${host}:${port}/`, port };
}

/** Returns the host for a URL: loopback for all interfaces, IPv6 addresses in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function addressFromSiteFile(env: NodeJS.ProcessEnv): Result<ServerAddress> {
  const file = env.CLOCKFACE_CONFIG
    ? resolve(env.CLOCKFACE_CONFIG)
    : join(PROJECT_ROOT, 'config/default.json');
  try {
    const { host, port } = siteConfigSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).server;
    return ok(local(urlHost(host), port));
  } catch (thrown) {
    const next = 'Correct the file, or set CLOCKFACE_CONFIG to another file.';
    const title = 'The site configuration is invalid';
    return fail(problem('CONFIG_INVALID', title, `${file}: ${messageOf(thrown)}`, next));
  }
}
