import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '../server-parts.ts';

/** Reading, checking and exporting the audit trail. */
export function registerAuditRoutes(_server: FastifyInstance, _parts: ServerParts): void {}
