import {
  ERROR_STATUS,
  type ErrorType,
  type Route,
  type ServerMessageCode,
  serverMessage,
} from '#contracts';

/** Description of each status; the error types come from the contract. */
const MEANING: Readonly<Record<number, string>> = {
  400: 'Invalid input; `errors` names each field, or `errorType` the reason',
  401: 'The API key or the session is missing, wrong or expired',
  403: 'The account does not have permission',
  404: 'The record does not exist or belongs to another organization',
  409: 'Conflict with the stored data',
  412: 'Another user has changed the record in the meantime; `data` contains its current state',
  413: 'The body is too large',
  422: 'The content or the repeated request differs from the declaration, or a model returned no usable result',
  428: 'If-Match is missing',
  429: 'Too many calls; `Retry-After` gives the time to wait',
  503: 'A part of the server is unavailable; try again in a moment',
  507: 'The disk is full; nothing was stored',
};

/** Code of the example of each status; it fits the first error type of the status. */
const EXAMPLES: Readonly<Record<number, ServerMessageCode>> = {
  401: 'SIGN_IN_REQUIRED',
  403: 'NOT_PERMITTED',
  404: 'PATIENT_NOT_FOUND',
  409: 'WRITE_CONFLICT',
  412: 'VERSION_CONFLICT',
  413: 'BODY_TOO_LARGE',
  422: 'CHUNK_DAMAGED',
  428: 'VERSION_REQUIRED',
  429: 'TOO_MANY_CALLS',
  503: 'DATABASE_UNAVAILABLE',
  507: 'DATABASE_FULL',
};

const ERROR_SCHEMA = { $ref: '#/components/schemas/ErrorResponse' };
const VALIDATION = { $ref: '#/components/schemas/ValidationBody' };

const typesOf = (status: number): readonly ErrorType[] =>
  (Object.keys(ERROR_STATUS) as ErrorType[]).filter((type) => ERROR_STATUS[type] === status);

/** Returns the possible error responses of a route by status. */
export function errorResponses(route: Route): Record<string, object> {
  return Object.fromEntries(statusesOf(route).map((status) => [status, errorResponse(status)]));
}

function statusesOf(route: Route): readonly number[] {
  const { method, params, query, body, bodyKind, access, ifMatch } = route;
  const writes = method !== 'GET';
  const sendsBytes = bodyKind === 'form' || bodyKind === 'bytes';
  return [
    ...(params || query || body || sendsBytes ? [400] : []),
    401,
    ...(access === 'public' ? [] : [403]),
    ...(params || body ? [404] : []),
    ...(writes ? [409] : []),
    ...(ifMatch === undefined ? [] : [412]),
    ...(writes ? [413] : []),
    ...(method === 'POST' || sendsBytes ? [422] : []),
    ...(ifMatch === 'required' ? [428] : []),
    429,
    503,
    ...(writes ? [507] : []),
  ];
}

function errorResponse(status: number): object {
  const types = typesOf(status);
  const named = status === 401 || status === 403 || status === 404 ? [] : types;
  const typeList = named.length === 0 ? '' : ` (${named.join(', ')})`;
  const schema = status === 400 ? { oneOf: [VALIDATION, ERROR_SCHEMA] } : ERROR_SCHEMA;
  return {
    description: `${MEANING[status] ?? 'Error'}${typeList}`,
    content: { 'application/json': { schema, example: errorExample(status, named[0]) } },
  };
}

function errorExample(status: number, errorType: ErrorType | undefined): object {
  if (status === 400) {
    const message = 'Invalid input: expected string, received undefined';
    return {
      errorType: 'ValidationFailed',
      errors: [{ field: 'lastName', code: 'invalid_type', message }],
    };
  }
  const { code, values, text } = serverMessage(EXAMPLES[status] ?? 'SERVER_ERROR');
  const type = errorType === undefined ? {} : { errorType };
  return { ...type, code, values, message: text, data: null };
}
