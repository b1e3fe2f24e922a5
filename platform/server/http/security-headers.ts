import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isAddressPath } from './api-key.ts';

const buildCspSchema = z.object({ scriptHashes: z.array(z.string().regex(/^sha256-[\w+/=]+$/)) });

/**
 * Content security policy of every response. `scriptHashes` belong to the import map of the page.
 * Wasm and workers load from the same origin; images and PDF previews also from blobs. Downloads
 * open in a hidden frame; no other response may be framed.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  framedBy: 'none' | 'self' = 'none',
): string {
  const hashes = scriptHashes.map((hash) => ` '${hash}'`).join('');
  return [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval'${hashes}`,
    `worker-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `frame-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors '${framedBy}'`,
  ].join('; ');
}

/** Returns the hashes that the build wrote next to the page; empty before the first build. */
export function scriptHashesOf(webFolder: string): readonly string[] {
  try {
    const text = readFileSync(join(webFolder, 'csp.json'), 'utf8');
    return buildCspSchema.parse(JSON.parse(text)).scriptHashes;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

/**
 * Sets isolation, nosniff and no-referrer headers. Reads the page's hashes on each request, so that
 * a rebuild takes effect.
 */
export async function secureHeaders(server: FastifyInstance, webFolder: string): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: true,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // The product is also served over plain HTTP on loopback; the site's proxy terminates TLS.
    hsts: false,
  });
  const strict = contentSecurityPolicy([]);
  const framed = contentSecurityPolicy([], 'self');
  server.addHook('onSend', async (request, reply, payload) => {
    const { url } = request.routeOptions;
    const inFrame = isAddressPath(url) ? framed : strict;
    const policy = url === '/' ? contentSecurityPolicy(scriptHashesOf(webFolder)) : inFrame;
    reply.header('content-security-policy', policy);
    return payload;
  });
}
