import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from '#foundation';
import type { Site } from '../site/site.ts';
import { JSON_TOO_DEEP, registerErrorHandler } from './error-handling.ts';
import { errorResponse } from './error-response.ts';
import { serveExternalLinks } from './external-link.ts';
import { isTooDeep } from './json-depth.ts';
import { secureHeaders } from './security-headers.ts';
import { sendErrorResponse } from './send-response.ts';
import { serveThirdParty, serveWebApplication } from './web-application.ts';

/** JSON bodies; a finding with long freehand marks is the largest. Files come as form-data. */
const JSON_LIMIT_BYTES = 8 * 1024 * 1024;

/** Headers come in one piece from every browser; who drips them is shut out. */
const HEADERS_TIMEOUT_MS = 10_000;
/** The largest JSON body over the slowest line that anyone works on. */
const JSON_TIMEOUT_MS = 15_000;
/** A connection on which nothing moves; longer than anything that is computed for an answer. */
const IDLE_MS = 300_000;

export interface CreateServerOptions {
  readonly site: Site;
  readonly logger: Logger;
  /** Where the built web application is. */
  readonly webFolder: string;
}

/** The HTTP server with everything but the API's own routes. */
export async function createServer(options: CreateServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    bodyLimit: JSON_LIMIT_BYTES,
    forceCloseConnections: true,
    connectionTimeout: IDLE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2_000 },
    genReqId: () => randomUUID(),
    // Without one nobody's word counts: limits go by the address of the connection.
    trustProxy: [...options.site.config.server.trustedProxies],
    routerOptions: { maxParamLength: 300 },
    // A path that can't be decoded never reaches a handler.
    frameworkErrors: (_error, _request, reply) =>
      sendErrorResponse(reply, errorResponse('BadRequest', 'The address is malformed')),
  });
  registerErrorHandler(server, options.logger);
  readJson(server);
  rejectSlowSenders(server);
  await secureHeaders(server, options.webFolder);
  serveThirdParty(server, options.site);
  serveExternalLinks(server, options.site.config);
  await serveWebApplication(server, options.webFolder);
  return server;
}

/** As they are compared: case does not matter. */
const FILE_BODY = /^(multipart\/form-data|application\/octet-stream)\b/i;
/** Nobody reads a body of these: its end would be missed, and a long answer cut. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Bodies of files may take as long as they move; any other has an end soon, or its sender has. */
function rejectSlowSenders(server: FastifyInstance): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined && !FILE_BODY.test(type) && !WITHOUT_BODY.has(request.method)) {
      const timer = setTimeout(() => request.raw.destroy(), JSON_TIMEOUT_MS);
      payload.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}

/**
 * Clients that always send a JSON content type may leave the body out where none is needed. What
 * nests without end is not parsed.
 */
function readJson(server: FastifyInstance): void {
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
  Object.assign(new Error('The body nests too deep'), { statusCode: 400, code: JSON_TOO_DEEP });
