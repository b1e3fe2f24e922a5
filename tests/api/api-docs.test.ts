import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Route, type RouteName, routes } from '#contracts';
import { curlOf, examplePath } from '../../platform/server/api-docs/example-call.ts';
import { exampleOf } from '../../platform/server/api-docs/example-of.ts';
import { SCAN_SCHEMAS } from '../../platform/server/api-docs/field-descriptions.ts';
import { openApiDocument } from '../../platform/server/api-docs/open-api.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: { readonly description?: string };
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
  readonly responses: Readonly<Record<string, { content?: Record<string, { example?: unknown }> }>>;
  readonly 'x-features': readonly string[];
}

/** Returns the value as a client receives it in JSON. */
const jsonCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const document = jsonCopy(openApiDocument());
const operations = new Map(
  Object.values(document.paths)
    .flatMap((path) => Object.values(path) as Operation[])
    .map((operation) => [operation.operationId, operation]),
);
const everyRoute = (Object.keys(routes) as RouteName[]).map(
  (name) => [name, routes[name]] as const,
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('the API description', () => {
  it('is valid OpenAPI 3.1 according to an independent validator', async () => {
    const checked = await new Validator().validate(jsonCopy(document));
    expect(checked.errors).toBeUndefined();
    expect(checked.valid).toBe(true);
    const broken = jsonCopy(document) as unknown as { info: object };
    broken.info = {};
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('contains exactly the routes of the catalogue', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`);
    const served = (await response.json()) as typeof document;
    expect(served).toEqual(document);
    expect([...operations.keys()].sort()).toEqual(Object.keys(routes).sort());
  });

  it('declares an idempotency key for a route that stores responses, and not for routes that don’t', () => {
    const repeatable = [...operations.values()]
      .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operationId }) => operationId);
    expect(repeatable).toContain('createPatient');
    for (const name of ['login', 'activateDevice', 'signReport', 'exportFindings']) {
      expect(repeatable).not.toContain(name);
    }
  });

  it('has no dangling references', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
    expect(names.length).toBeGreaterThan(0);
    const known = new Set(
      Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
    );
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('contains no data of the site or the machine', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain(server.apiKey);
    expect(text).not.toMatch(/node_modules|\/home\/|\/root\//);
  });
});

/** Fields of a JSON Schema and its parts as `Schema.field` with their descriptions. */
function fieldsOf(value: unknown, schema: string): readonly (readonly [string, string | null])[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, schema));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const nested = fieldsOf(part, schema);
    if (key !== 'properties') return nested;
    const own = Object.entries(part as Readonly<Record<string, { description?: string }>>);
    const named = own.map(
      ([name, { description = null }]) => [`${schema}.${name}`, description] as const,
    );
    return [...named, ...own.flatMap(([, property]) => fieldsOf(property, schema))];
  });
}

/** Units that a description must name, by the ending of the field’s name. */
const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [/Mm$/, /\bmm\b|millimetres/],
  [/Um$/, /micrometres/],
  [/Deg$/, /degrees/],
  [/Percent$/, /percent/],
  [/Sec$|Seconds$/, /[Ss]econds/],
  [/Ms$/, /milliseconds/],
  [/^(frequency)$/, /Hz/],
  [/^(focus|cupDepth)$/, /\bmm\b/],
  [/Bytes$|^byteLength$/, /bytes/],
  [/[a-z]At$/, /ISO 8601/],
];

/** Returns a part of the document without the examples, whose keys are no schemas. */
const withoutExamples = (part: unknown): unknown =>
  JSON.parse(JSON.stringify(part ?? {}, (key, value) => (key === 'example' ? undefined : value)));

describe('the fields of every schema, request, response and parameter', () => {
  const { schemas } = document.components;
  const calls = [...operations.values()];
  const fields = [
    ...Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name)),
    ...calls.flatMap(({ operationId, requestBody, responses }) => [
      ...fieldsOf(withoutExamples(requestBody), `${operationId} request`),
      ...fieldsOf(withoutExamples(responses), `${operationId} response`),
    ]),
    ...calls.flatMap(({ operationId, parameters }) =>
      parameters.map(
        ({ name, description, schema }) =>
          [`${operationId}.${name}`, description ?? schema.description ?? null] as const,
      ),
    ),
  ];

  it('are all described', () => {
    const names = new Set(Object.keys(schemas).map((name) => name.replace(/Input$/, '')));
    expect(SCAN_SCHEMAS.filter((name) => !names.has(name))).toEqual([]);
    expect(fields.length).toBeGreaterThan(1_000);
    expect(fields.filter(([, text]) => text === null).map(([field]) => field)).toEqual([]);
  });

  it('name their unit', () => {
    const wrong = fields.filter(([field, text]) =>
      UNITS.some(([name, unit]) => name.test(field) && !unit.test(text ?? '')),
    );
    expect(wrong).toEqual([]);
    expect(fields.filter(([field]) => /Mm$|Um$/.test(field)).length).toBeGreaterThan(30);
  });
});

describe('the examples', () => {
  it('exist for every route and match their schemas', () => {
    for (const [name, route] of everyRoute as readonly (readonly [string, Route])[]) {
      const operation = operations.get(name);
      expect(operation?.description, name).toContain(`curl -X ${route.method}`);
      for (const part of ['params', 'query'] as const) {
        const schema = route[part];
        if (schema === undefined) continue;
        const place = part === 'params' ? 'path' : 'query';
        const withExample =
          operation?.parameters.filter(
            (parameter) => parameter.in === place && parameter.example !== undefined,
          ) ?? [];
        const values = Object.fromEntries(
          withExample.map(({ name: key, example }) => [key, example]),
        );
        expect(schema.safeParse(values).error, `${name} ${part}`).toBeUndefined();
      }
      if (route.body !== undefined && route.bodyKind === undefined) {
        const example = operation?.requestBody?.content['application/json']?.example;
        expect(route.body.safeParse(example).error, `${name} body`).toBeUndefined();
      }
      if (route.response !== undefined) {
        const example = operation?.responses[200]?.content?.['application/json']?.example;
        expect(route.response.safeParse(example).error, `${name} response`).toBeUndefined();
        expect(example, `${name} response`).toBeDefined();
      }
    }
  });

  it('can’t be made for a field that no example matches', () => {
    const unmatched = z.object({ field: z.string().regex(/^[a-z]{7}-nobody-guesses$/) });
    expect(() => exampleOf(unmatched)).toThrow('No example fits');
  });

  it('include a response for every error status of a call', () => {
    const responses = operations.get('updatePatient')?.responses ?? {};
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '412', '428']),
    );
  });

  it('are curl commands whose request succeeds', async () => {
    const { searchPatients } = routes;
    expect(examplePath(searchPatients)).toContain('/patients/actions/search?');
    expect(curlOf(searchPatients)).toMatch(/^curl -X GET "\$CLOCKFACE\/api\/patients/);
    const token = await server.signIn('PHYSICIAN');
    const path = examplePath(searchPatients);
    expect((await server.call('GET', path, { token })).status).toBe(200);
  });
});

describe('the API page', () => {
  it('loads all resources from the server under the content security policy of all pages', async () => {
    const page = await fetch(`${server.url}/api/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self'`);
    expect(policy).not.toContain(`'unsafe-eval'`);
    const html = await page.text();
    const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path ?? '');
    expect(addresses.length).toBeGreaterThan(3);
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(html).not.toMatch(/<script>|onclick=|style=/);
    for (const path of addresses) {
      const response = await fetch(`${server.url}${path}`);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
