import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { installIssueTexts, serverMessage } from '#contracts';
import type { Logger } from '#foundation';
import type { Site } from '../site/site.ts';
import { JSON_TOO_DEEP, registerErrorHandler } from './error-handling.ts';
import { errorResponse } from './error-response.ts';
import { serveExternalLinks } from './external-link.ts';
import { isTooDeep } from './json-depth.ts';
import { secureHeaders } from './security-headers.ts';
import { sendErrorResponse } from './send-response.ts';
import { serveThirdParty, serveWebApplication } from './web-application.ts';

/** Limit of JSON bodies; a finding with long freehand marks is the largest. Files use form-data. */
const JSON_LIMIT_BYTES = 8 * 1024 * 1024;

/** Browsers send all headers at once; this stops slow-header attacks. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Enough for the largest JSON body over the slowest supported connection. */
const JSON_TIMEOUT_MS = 15_000;
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
    bodyLimit: JSON_LIMIT_BYTES,
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
  rejectSlowSenders(server);
  await secureHeaders(server, options.webFolder);
  serveThirdParty(server, options.site);
  serveExternalLinks(server, options.site.config);
  await serveWebApplication(server, options.webFolder);
  return server;
}

/** Case-insensitive, like media types. */
const FILE_BODY = /^(multipart\/form-data|application\/octet-stream)\b/i;
/**
 * Methods whose body is never read, so the end of the body would be missed and a long response
 * aborted.
 */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Aborts requests whose body arrives too slowly. File bodies are exempt and may take as long as
 * data arrives.
 */
function rejectSlowSenders(server: FastifyInstance): void {
  // On request, because the body of a call that is rejected before is still received.
  server.addHook('onRequest', ({ headers, method, raw }, _reply, done) => {
    const type = headers['content-type'];
    if (type !== undefined && !FILE_BODY.test(type) && !WITHOUT_BODY.has(method)) {
      const timer = setTimeout(() => raw.destroy(), JSON_TIMEOUT_MS);
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done();
  });
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
