import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

const buildCspSchema = z.object({ scriptHashes: z.array(z.string().regex(/^sha256-[\w+/=]+$/)) });

/**
 * The policy of every answer. `scriptHashes` are of the import map in the page; wasm and workers
 * come from the own origin, images also from memory, and so do the PDF documents of a preview.
 */
export function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  const hashes = scriptHashes.map((hash) => ` '${hash}'`).join('');
  return [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval'${hashes}`,
    `worker-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `frame-src blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The hashes that the build wrote beside the page; none while nothing is built. */
export function scriptHashesOf(webFolder: string): readonly string[] {
  try {
    const text = readFileSync(join(webFolder, 'csp.json'), 'utf8');
    return buildCspSchema.parse(JSON.parse(text)).scriptHashes;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

/** Isolation, no sniffing, no referrer; and a policy that follows a rebuilt page. */
export async function secureHeaders(server: FastifyInstance, webFolder: string): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: true,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // The product is also served over plain HTTP on loopback; TLS is a site's proxy.
    hsts: false,
  });
  const strict = contentSecurityPolicy([]);
  server.addHook('onSend', async (request, reply, payload) => {
    const isPage = request.routeOptions.url === '/';
    const policy = isPage ? contentSecurityPolicy(scriptHashesOf(webFolder)) : strict;
    reply.header('content-security-policy', policy);
    return payload;
  });
}
