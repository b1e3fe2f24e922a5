import * as z from 'zod';
import { HOST_VERSION, type Route, type RouteName, routes } from '#contracts';

/** OpenAPI 3.1 is plain JSON Schema, so the contracts' schemas go in as they are. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query') {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }));
}

function requestBodyOf(route: Route) {
  if (route.bodyKind === 'form') {
    const data = { type: 'string', format: 'binary' };
    const schema = { type: 'object', properties: { data }, required: ['data'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (route.bodyKind === 'bytes') {
    const schema = { type: 'string', format: 'binary' };
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } };
  }
  if (route.body === undefined) return {};
  const schema = schemaOf(route.body, 'input');
  return { requestBody: { content: { 'application/json': { schema } } } };
}

function operationOf(name: string, route: Route) {
  const content =
    route.answer === undefined
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: schemaOf(route.answer, 'output') } };
  return {
    operationId: name,
    summary: route.summary,
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...requestBodyOf(route),
    responses: {
      200: { description: 'Done', content },
      default: {
        description: 'A refusal: `{errorType?, message, data}` or a list of field errors',
      },
    },
    security: route.access === 'public' ? [{ key: [] }] : [{ key: [], session: [] }],
    'x-features': typeof route.access === 'string' ? [] : route.access,
  };
}

/** The route catalogue as an OpenAPI 3.1 document: made from it, so never out of step with it. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(name, route),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Clockface', version: HOST_VERSION },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  };
}
