import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { installIssueTexts, serverMessage } from '#contracts';
import type { Logger } from '#foundation';
import type { Site } from '../site/site.ts';
import { PUBLIC_BODY_BYTES } from './body-limits.ts';
import { JSON_TOO_DEEP, registerErrorHandler } from './error-handling.ts';
import { errorResponse } from './error-response.ts';
import { serveExternalLinks } from './external-link.ts';
import { isTooDeep } from './json-depth.ts';
import { secureHeaders } from './security-headers.ts';
import { sendErrorResponse } from './send-response.ts';
import { serveThirdParty, serveWebApplication } from './web-application.ts';

/** Browsers send all headers at once; this stops slow-header attacks. */
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * Enough for the largest JSON body over the slowest supported connection. Also the time for the
 * rest of a body after the response, which senders stop when they read an early error.
 */
const BODY_TIMEOUT_MS = 15_000;
/** Timeout of an idle connection; longer than the longest computation of a response. */
const CONNECTION_IDLE_MS = 300_000;

export interface CreateServerOptions {
  readonly site: Site;
  readonly logger: Logger;
  /** Folder of the built web application. */
  readonly webFolder: string;
}

/** Creates the HTTP server with everything except the API routes. */
export async function createServer(options: CreateServerOptions): Promise<FastifyInstance> {
  installIssueTexts();
  const server = fastify({
    logger: false,
    bodyLimit: PUBLIC_BODY_BYTES,
    forceCloseConnections: true,
    connectionTimeout: CONNECTION_IDLE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2_000 },
    genReqId: () => randomUUID(),
    // Without trusted proxies forwarded headers are ignored and rate limits use the connection's
    // address.
    trustProxy: [...options.site.config.server.trustedProxies],
    routerOptions: { maxParamLength: 300 },
    // Handles paths that can't be decoded and therefore reach no handler.
    frameworkErrors: (_error, _request, reply) =>
      sendErrorResponse(reply, errorResponse('BadRequest', serverMessage('ADDRESS_MALFORMED'))),
  });
  registerErrorHandler(server, options.logger);
  registerJsonParser(server);
  rejectAmbiguousHosts(server);
  rejectSlowSenders(server);
  await secureHeaders(server, options.webFolder);
  serveThirdParty(server, options.site);
  serveExternalLinks(server, options.site.config);
  await serveWebApplication(server, options.webFolder);
  return server;
}

/** Name or address with an optional port. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/**
 * Rejects requests whose host this server and a proxy before it could read differently: several
 * hosts, a malformed host, or an address of another server as the target.
 */
function rejectAmbiguousHosts(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ originalUrl, raw }, reply) => {
    const hosts = raw.headersDistinct.host ?? [];
    const isClear = hosts.length <= 1 && hosts.every((host) => host === '' || HOST.test(host));
    if (isClear && originalUrl.startsWith('/')) return;
    return sendErrorResponse(
      reply,
      errorResponse('BadRequest', serverMessage('REQUEST_MALFORMED')),
    );
  });
}

/** Case-insensitive, like media types. */
const FILE_BODY = /^(multipart\/form-data|application\/octet-stream)\b/i;
/**
 * Methods whose body is never read, so the end of the body would be missed and a long response
 * aborted.
 */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route reads files, whose bodies may take as long as data arrives. */
    takesFiles?: boolean;
  }
}

/**
 * Aborts requests whose body arrives too slowly. Files are exempt on routes that read them, until
 * the response is sent.
 */
function rejectSlowSenders(server: FastifyInstance): void {
  const limited = new WeakSet<IncomingMessage>();
  // On request, because the body of a call that is rejected before is still received.
  server.addHook('onRequest', ({ headers, method, raw, routeOptions }, _reply, done) => {
    const type = headers['content-type'];
    const isFile = routeOptions.config.takesFiles === true && FILE_BODY.test(type ?? '');
    if (type !== undefined && !isFile && !WITHOUT_BODY.has(method)) {
      limited.add(raw);
      limitBody(raw);
    }
    done();
  });
  // The rest of a body that is exempt until here is received and discarded after the response.
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !limited.has(raw)) limitBody(raw);
    done();
  });
}

/**
 * Closes the connection unless the body ends in time. Watches the connection, because a request
 * closes with its response while the rest of its body still arrives.
 */
function limitBody(raw: IncomingMessage): void {
  const { socket } = raw;
  const end = (): void => {
    clearTimeout(timer);
    socket.off('close', end);
  };
  const timer = setTimeout(() => {
    end();
    if (!raw.complete) socket.destroy();
  }, BODY_TIMEOUT_MS);
  socket.once('close', end);
  raw.once('end', end);
}

/**
 * Accepts an empty body with a JSON content type, because some clients always send that type.
 * Rejects deeply nested bodies before parsing.
 */
function registerJsonParser(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else if (isTooDeep(body)) done(tooDeep());
      else void parse(request, body, done);
    },
  );
}

const tooDeep = (): Error =>
  Object.assign(new Error('The body is nested too deeply'), {
    statusCode: 400,
    code: JSON_TOO_DEEP,
  });
