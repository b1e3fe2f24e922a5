import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '../server-parts.ts';

/** Device settings, reports, organizations, system, schedules, attachments, preferences, logs. */
export function registerOperationRoutes(_server: FastifyInstance, _parts: ServerParts): void {}
