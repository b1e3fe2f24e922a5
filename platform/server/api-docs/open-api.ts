import * as z from 'zod';
import {
  errorResponseSchema,
  type Route,
  type RouteName,
  routes,
  validationBodySchema,
} from '#contracts';
import { storesResponse } from '../http/idempotency.ts';
import { PRODUCT_VERSION } from '../site/product-version.ts';
import { ComponentSchemas } from './component-schemas.ts';
import { errorResponses } from './describe-errors.ts';
import { curlOf } from './example-call.ts';
import { exampleOf } from './example-of.ts';

type Json = Record<string, unknown>;

const BINARY = { type: 'string', format: 'binary' };
const FILE_BYTES = { ...BINARY, description: 'Bytes of the file.' };

/** Builds the description of each call and collects named schemas in `schemas`. */
class Description {
  readonly schemas = new ComponentSchemas();

  operation(name: string, route: Route): Json {
    return {
      operationId: name,
      tags: [tagOf(route)],
      summary: route.summary,
      description: `${describeAccess(route)}\n\n\`\`\`sh\n${curlOf(route)}\n\`\`\``,
      parameters: [
        ...this.#parameters(route.params, 'path'),
        ...this.#parameters(route.query, 'query'),
        ...headersOf(route),
      ],
      ...this.#requestBody(route),
      responses: { 200: this.#response(route), ...errorResponses(route) },
      security: securityOf(route),
      'x-features': typeof route.access === 'string' ? [] : route.access,
      'x-principals': route.principals,
    };
  }

  #parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = this.#resolved(schema);
    const examples = exampleOf(schema) as Json;
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: property,
      ...describedAs(schema, name),
      ...(name in examples ? { example: examples[name] } : {}),
    }));
  }

  /** Resolves a named schema, because parameters are listed individually. */
  #resolved(schema: z.ZodType): { properties?: Json; required?: readonly string[] } {
    const jsonSchema: Json = { ...this.schemas.convert(schema, 'input') };
    const reference = typeof jsonSchema.$ref === 'string' ? jsonSchema.$ref : '';
    const name = reference.replace('#/components/schemas/', '');
    return name === '' ? jsonSchema : { ...this.schemas.components[name] };
  }

  #requestBody(route: Route): Json {
    if (route.bodyKind === 'form') {
      const schema = { type: 'object', properties: { data: FILE_BYTES }, required: ['data'] };
      return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
    }
    if (route.bodyKind === 'bytes') {
      const content = { 'application/octet-stream': { schema: BINARY } };
      return { requestBody: { required: true, content } };
    }
    if (route.body === undefined) return {};
    const schema = this.schemas.convert(route.body, 'input');
    const example = exampleOf(route.body);
    const required = !route.body.safeParse(undefined).success;
    return { requestBody: { required, content: { 'application/json': { schema, example } } } };
  }

  #response(route: Route): Json {
    if (route.response === undefined) {
      return {
        description: 'The bytes; only calls that mention `Range` support the header',
        content: { 'application/octet-stream': { schema: BINARY } },
      };
    }
    const schema = this.schemas.convert(route.response, 'output');
    const example = route.response.parse(exampleOf(route.response));
    return { description: 'Done', content: { 'application/json': { schema, example } } };
  }
}

/** Returns the description of a parameter from the contract. */
function describedAs(schema: z.ZodType, name: string): Json {
  const field = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return field?.description === undefined ? {} : { description: field.description };
}

/** Groups calls by the first path segment. */
function tagOf({ path }: Route): string {
  return path.split('/')[1] ?? '';
}

function describeAccess({ access, principals }: Route): string {
  const others = principals.length === 0 ? '' : ` Also for: ${principals.join(', ')}.`;
  return `${describeUsers(access)}${others}`;
}

function describeUsers(access: Route['access']): string {
  if (access === 'public') return 'Needs the API key only.';
  if (access === 'signed-in') return 'For every signed-in user.';
  if (access.length === 0) return 'Not for users.';
  const features = access.map((feature) => `\`${feature}\``).join(', ');
  return access.length === 1 ? `Needs ${features}.` : `Needs any of ${features}.`;
}

function headersOf(route: Route): Json[] {
  const { ifMatch } = route;
  const header = (name: string, required: boolean, description: string, example: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
    example,
  });
  const versionText = 'The version on which the edit is based, from the ETag of a response';
  const keyText =
    'Identifies the request: a repeated request with the same key and body returns the first response';
  return [
    ...(ifMatch === undefined
      ? []
      : [header('If-Match', ifMatch === 'required', versionText, '"v1"')]),
    ...(storesResponse(route)
      ? [header('Idempotency-Key', false, keyText, '0197f3a0-4c00-7000-8000-000000000001')]
      : []),
  ];
}

function securityOf({ path, access }: Route): Json[] {
  if (path === routes.health.path || path === routes.publicConfig.path) return [];
  return access === 'public' ? [{ key: [] }] : [{ key: [], session: [] }];
}

/** Generates an OpenAPI 3.1 document from the route catalogue. */
export function openApiDocument() {
  const description = new Description();
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    tags.add(tagOf(route));
    const operation = description.operation(name, route);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  // Referenced by every error response.
  for (const schema of [errorResponseSchema, validationBodySchema])
    description.schemas.convert(schema, 'output');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clockface',
      version: PRODUCT_VERSION,
      description: 'Every success is 200. Lists return `{items, total, nextCursor}`.',
    },
    servers: [{ url: '/api' }],
    tags: [...tags].sort().map((name) => ({ name })),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'http', scheme: 'bearer' },
      },
      schemas: description.schemas.components,
    },
    paths,
  };
}
