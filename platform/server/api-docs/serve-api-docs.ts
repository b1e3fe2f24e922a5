import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './open-api.ts';

const LIBRARY = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const PAGE = join(import.meta.dirname, 'page');
const A_DAY = 'public, max-age=86400';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** All files of the page; the page loads nothing from other hosts. */
const FILES = [
  ['/api/docs', join(PAGE, 'index.html'), 'text/html; charset=utf-8'],
  ['/api/docs/start.js', join(PAGE, 'start.js'), SCRIPT],
  ['/api/docs/dark.css', join(PAGE, 'dark.css'), STYLE],
  ['/api/docs/swagger-ui.js', join(LIBRARY, 'swagger-ui-bundle.js'), SCRIPT],
  ['/api/docs/swagger-ui.css', join(LIBRARY, 'swagger-ui.css'), STYLE],
] as const;

/**
 * Serves the API description for tools (`/api/openapi.json`) and as a page (`/api/docs`). Neither
 * contains site data, so neither requires a key or a session.
 */
export function serveApiDocs(server: FastifyInstance): void {
  let text: string | null = null;
  server.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument());
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(text);
  });
  for (const [url, file, type] of FILES) {
    server.get(url, async (_request, reply) => {
      const fromLibrary = file.startsWith(LIBRARY);
      return reply
        .header('cache-control', fromLibrary ? A_DAY : 'no-cache')
        .type(type)
        .send(await readFile(file));
    });
  }
}
