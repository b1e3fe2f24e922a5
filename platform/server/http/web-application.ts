import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { servedTypeOf, serverMessage } from '#contracts';
import { THIRD_PARTY_BASE } from '../site/public-config.ts';
import type { Site } from '../site/site.ts';
import { digestOf, fileInside } from '../site/third-party-extensions.ts';
import { errorResponse, notFound } from './error-response.ts';
import { sendErrorResponse } from './send-response.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/**
 * Serves the built application: the page only at `/`; assets with hashed names are cached
 * permanently.
 */
export async function serveWebApplication(
  server: FastifyInstance,
  webFolder: string,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: webFolder,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(webFolder, 'assets') + sep);
      reply.header('cache-control', hashed ? IMMUTABLE : REVALIDATE);
    },
  });
  server.get('/', (_request, reply) => {
    if (!existsSync(join(webFolder, 'index.html'))) {
      return sendErrorResponse(
        reply,
        errorResponse('Unavailable', serverMessage('WEB_APPLICATION_MISSING')),
      );
    }
    return reply.sendFile('index.html');
  });
}

/** Serves third-party modules from the same origin, each only from its own folder. */
export function serveThirdParty(server: FastifyInstance, site: Site): void {
  const byId = new Map(site.thirdParty.map((extension) => [extension.manifest.id, extension]));
  server.get<{ Params: { id: string; '*': string } }>(
    `${THIRD_PARTY_BASE}/:id/*`,
    async (request, reply): Promise<FastifyReply> => {
      const extension = byId.get(request.params.id);
      const path = request.params['*'];
      const type = servedTypeOf(path);
      const file =
        extension === undefined || type === null ? null : fileInside(extension.folder, path);
      if (extension === undefined || file === null || type === null) {
        return sendErrorResponse(reply, notFound('FILE_NOT_FOUND'));
      }
      const bytes = await readFile(file);
      // Verified at every read, because the file may have changed since the check at start-up.
      if (extension.digests !== null && extension.digests.get(path) !== digestOf(bytes)) {
        return sendErrorResponse(reply, notFound('EXTENSION_FILE_NOT_FOUND'));
      }
      return reply.header('cache-control', REVALIDATE).type(type).send(bytes);
    },
  );
}
