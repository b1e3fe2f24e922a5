import { ERROR_STATUS, type ErrorType, type Route } from '#contracts';

/** Description of each status; the error types come from the contract. */
const MEANING: Readonly<Record<number, string>> = {
  400: 'The input does not fit; `errors` names each field, or `errorType` the reason',
  401: 'The API key or the session is missing, wrong or over',
  403: 'This account may not do that',
  404: 'It does not exist, or belongs to another organization',
  409: 'What is stored stands against it',
  412: 'Someone else has changed it meanwhile; `data` is what is stored now',
  413: 'More bytes than the call takes',
  422: 'The bytes or the repetition do not fit what was announced, or a model gave no usable answer',
  428: 'If-Match is missing',
  429: 'Too many calls; `Retry-After` says when to try again',
  503: 'A part of the server is away; try again in a moment',
  507: 'There is no space left; nothing was kept',
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
    description: `${MEANING[status] ?? 'Refused'}${typeList}`,
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
  const message = MEANING[status]?.split(';')[0] ?? 'Refused';
  return { ...(errorType === undefined ? {} : { errorType }), message, data: null };
}
