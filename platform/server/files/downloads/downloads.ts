import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Download, routes } from '#contracts';
import { authenticateSession, roleFeaturesOf, sessionIdleMs } from '../../accounts/sessions.ts';
import { principalOf } from '../../http/authorise.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import { openToken, signGrant } from './download-token.ts';
import { TokenSecrets } from './token-secrets.ts';

const OPENS_FOR_MS = 60_000;
const FORBIDDEN = 'This download address is not valid, or not any more. Ask for a new one';

type DownloadCall = CallOf<typeof routes.createDownload>;

/**
 * Creates and checks URLs that give the requesting session access to a single object for one
 * minute.
 */
export class Downloads {
  readonly #deps: ServerDeps;
  readonly #secrets: TokenSecrets;

  constructor(deps: ServerDeps) {
    this.#deps = deps;
    this.#secrets = new TokenSecrets(deps.db);
  }

  /** Creates the URL of a stored file. The token exists only in the response and is not stored. */
  create(call: DownloadCall): Promise<Download | ErrorResponse> {
    return call.body.scanFileId === undefined
      ? this.#ofAttachment(call)
      : this.#ofScanFile(call, call.body.scanFileId);
  }

  async #ofScanFile(call: DownloadCall, id: string): Promise<Download | ErrorResponse> {
    const { db, principal, body, addAuditSubject } = call;
    if (!principal.features.includes('STUDY_VIEW')) return notFound('The file');
    const row = await fileOf(db, principal, id);
    if (row?.storagePath == null) return notFound('The file');
    addAuditSubject({ scanFileId: row.id, scanId: row.scanId });
    return this.#address(principal, `/scanfiles/${row.id}/download`, scanFile(row.id), body.use);
  }

  async #ofAttachment(call: DownloadCall): Promise<Download | ErrorResponse> {
    const { db, principal, body, addAuditSubject } = call;
    // Some roles that can read scans have no access to attachments, their own or of others.
    if (!principal.features.includes('PATIENT_ATTACH_V')) return notFound('The file');
    const { attachmentId: id = '', fileName = '' } = body;
    const row = await db
      .selectFrom('patientAttachmentFile as f')
      .innerJoin('patientAttachment as a', (join) =>
        join
          .onRef('a.organizationId', '=', 'f.organizationId')
          .onRef('a.id', '=', 'f.attachmentId'),
      )
      .select('a.patientId')
      .where('f.organizationId', '=', principal.organizationId)
      .where('f.attachmentId', '=', id)
      .where('f.fileName', '=', fileName)
      .where('f.storagePath', 'is not', null)
      .where('a.deletedAt', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return notFound('The file');
    addAuditSubject({ attachmentId: id, patientId: row.patientId });
    const path = `/patientattachments/${id}/files/${encodeURIComponent(fileName)}`;
    return this.#address(principal, path, attachmentFile(id, fileName), body.use);
  }

  async #address(
    principal: CallPrincipal,
    path: string,
    object: string,
    use: 'navigation' | 'range',
  ): Promise<Download> {
    const expiresAt = this.#deps.clock.now() + OPENS_FOR_MS;
    const { organizationId, accountId, tokenId: sessionId } = principal;
    const grant = { object, organizationId, accountId, sessionId, use, expiresAt };
    const token = await signGrant(this.#secrets, grant);
    const { apiKey } = this.#deps.site.config;
    const query = new URLSearchParams({ token, apikey: apiKey });
    return { url: `${path}?${query}`, expiresAt: new Date(expiresAt).toISOString() };
  }

  /**
   * Authenticates a download by bearer token or by the token in the URL. The token's session must
   * still be valid; permissions are those of its account now.
   */
  signIn =
    (objectOf: (params: unknown) => string) =>
    async (request: FastifyRequest): Promise<CallPrincipal | ErrorResponse> => {
      const token = tokenOf(request);
      if (token === null || request.headers.authorization !== undefined) {
        return principalOf(this.#deps, request);
      }
      const { db, clock, site } = this.#deps;
      const grant = await openToken(this.#secrets, token, clock.now());
      if (grant === null || grant.object !== objectOf(request.params)) {
        return errorResponse('Forbidden', FORBIDDEN);
      }
      const { organizationId, sessionId } = grant;
      const features = roleFeaturesOf(site.config);
      const session = { organizationId, id: sessionId };
      const idleMs = sessionIdleMs(site.config);
      const principal = await authenticateSession(db, clock, session, features, idleMs);
      if (principal === null || principal.accountId !== grant.accountId) {
        return errorResponse('Forbidden', FORBIDDEN);
      }
      if (grant.use === 'navigation' && !(await this.#consume(grant))) {
        return errorResponse('Forbidden', FORBIDDEN);
      }
      return principal;
    };

  /** Returns false when the token was used before, in any process. */
  async #consume(grant: { organizationId: string; nonce: string; expiresAt: number }) {
    const { organizationId, nonce } = grant;
    const used = await this.#deps
      .dbOf(organizationId)
      .insertInto('usedDownload')
      .values({ organizationId, nonce, expiresAt: new Date(grant.expiresAt).toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst();
    return used !== undefined;
  }
}

export const scanFile = (id: string): string => `scanFile:${id.toLowerCase()}`;

export const attachmentFile = (id: string, fileName: string): string =>
  `attachment:${id.toLowerCase()}/${fileName.normalize('NFC')}`;

function tokenOf({ query }: FastifyRequest): string | null {
  if (typeof query !== 'object' || query === null || !('token' in query)) return null;
  return typeof query.token === 'string' ? query.token : null;
}

/** Deletes records of expired tokens. */
export async function purgeDownloads({ db }: Pick<ServerDeps, 'db'>): Promise<void> {
  await db.deleteFrom('usedDownload').where('expiresAt', '<', sql<string>`now()`).execute();
}
