import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serverMessage } from '#contracts';
import type { Logger } from '#foundation';
import { type ErrorResponse, errorResponse, notFound } from './error-response.ts';
import { databaseReason, isDatabaseError, mapDatabaseError } from './map-database-error.ts';
import { sendErrorResponse } from './send-response.ts';

/** Error code of a body rejected for its nesting depth. */
export const JSON_TOO_DEEP = 'CLOCKFACE_JSON_TOO_DEEP';

/** Maps errors raised before the handler to the errors of the contract; null for other errors. */
function mapRequestError(error: FastifyError): ErrorResponse | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return errorResponse('MalformedJson', serverMessage('JSON_INVALID'));
    case JSON_TOO_DEEP:
      return errorResponse('MalformedJson', serverMessage('JSON_TOO_DEEP'));
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return errorResponse('BadRequest', serverMessage('CONTENT_TYPE_UNSUPPORTED'));
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return errorResponse('TooLarge', serverMessage('BODY_TOO_LARGE'));
    default:
      break;
  }
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500
    ? errorResponse('BadRequest', serverMessage('REQUEST_MALFORMED'))
    : null;
}

/**
 * Prevents stack traces, SQL and paths from leaving the server: an unmapped error becomes a generic
 * message with a request id.
 */
export function registerErrorHandler(server: FastifyInstance, logger: Logger): void {
  server.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const requestError = mapRequestError(error);
    const mapped = requestError ?? mapDatabaseError(error);
    if (mapped !== null) {
      // Logs database errors even when the caller is at fault.
      if (requestError === null) {
        const fields = { route: request.routeOptions.url ?? '', reason: databaseReason(error) };
        logger.log('warn', 'A database error ended a call', fields);
      }
      return sendErrorResponse(reply, mapped);
    }
    logger.log('error', 'A call failed', {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '',
      error: `${error.name}: ${isDatabaseError(error) ? databaseReason(error) : error.message}`,
      // Stack frames only, because the lines before them repeat the message.
      stack: (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n'),
    });
    const { text, ...message } = serverMessage('SERVER_ERROR');
    const data = { requestId: request.id };
    return reply.code(500).send({ ...message, message: text, data });
  });
  server.setNotFoundHandler((request, reply) => {
    reply.header('cache-control', 'no-store');
    const isApi = request.url.startsWith('/api');
    return sendErrorResponse(reply, notFound(isApi ? 'ROUTE_NOT_FOUND' : 'PAGE_NOT_FOUND'));
  });
}
