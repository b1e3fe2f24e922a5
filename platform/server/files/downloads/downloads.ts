import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Download, routes } from '#contracts';
import type { CallPrincipal } from '../../accounts/principal.ts';
import { authenticateSession, roleFeaturesOf, sessionIdleMs } from '../../accounts/sessions.ts';
import { principalOf } from '../../http/authorise.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, type Refusal, refuse } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import { openToken, signGrant } from './download-token.ts';
import { TokenSecrets } from './token-secrets.ts';

const OPENS_FOR_MS = 60_000;
const FORBIDDEN = 'This download address is not valid, or not any more. Ask for a new one';

type DownloadCall = CallOf<typeof routes.createDownload>;

/** Addresses that open one object for a minute, for the session that asked for them. */
export class Downloads {
  readonly #parts: ServerParts;
  readonly #secrets: TokenSecrets;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#secrets = new TokenSecrets(parts.db);
  }

  /** An address of a stored file. The answer is all there is of the token: it is kept nowhere. */
  make(call: DownloadCall): Promise<Download | Refusal> {
    return call.body.scanFileId === undefined
      ? this.#ofAttachment(call)
      : this.#ofScanFile(call, call.body.scanFileId);
  }

  async #ofScanFile(call: DownloadCall, id: string): Promise<Download | Refusal> {
    const { db, principal, body, about } = call;
    if (!principal.features.includes('STUDY_VIEW')) return notFound('The file');
    const row = await fileOf(db, principal, id);
    if (row?.storagePath == null) return notFound('The file');
    about({ scanFileId: row.id, scanId: row.scanId });
    return this.#address(principal, `/scanfiles/${row.id}/download`, scanFile(row.id), body.use);
  }

  async #ofAttachment(call: DownloadCall): Promise<Download | Refusal> {
    const { db, principal, body, about } = call;
    // Attachments are withheld from some who read scans, theirs and others' alike.
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
    about({ attachmentId: id, patientId: row.patientId });
    const path = `/patientattachments/${id}/files/${encodeURIComponent(fileName)}`;
    return this.#address(principal, path, attachmentFile(id, fileName), body.use);
  }

  async #address(
    principal: CallPrincipal,
    path: string,
    object: string,
    use: 'navigation' | 'range',
  ): Promise<Download> {
    const expiresAt = this.#parts.clock.now() + OPENS_FOR_MS;
    const { organizationId, accountId, tokenId: sessionId } = principal;
    const grant = { object, organizationId, accountId, sessionId, use, expiresAt };
    const token = await signGrant(this.#secrets, grant);
    const { apiKey } = this.#parts.site.config;
    const query = new URLSearchParams({ token, apikey: apiKey });
    return { url: `${path}?${query}`, expiresAt: new Date(expiresAt).toISOString() };
  }

  /**
   * Who asks for an object: by bearer as everywhere, else by the token of the address. The session
   * must still be there, and its account may still do what it may.
   */
  signIn =
    (objectOf: (params: unknown) => string) =>
    async (request: FastifyRequest): Promise<CallPrincipal | Refusal> => {
      const token = tokenOf(request);
      if (token === null || request.headers.authorization !== undefined) {
        return principalOf(this.#parts, request);
      }
      const { db, clock, site } = this.#parts;
      const grant = await openToken(this.#secrets, token, clock.now());
      if (grant === null || grant.object !== objectOf(request.params)) {
        return refuse('Forbidden', FORBIDDEN);
      }
      const { organizationId, sessionId } = grant;
      const features = roleFeaturesOf(site.config);
      const session = { organizationId, id: sessionId };
      const idleMs = sessionIdleMs(site.config);
      const principal = await authenticateSession(db, clock, session, features, idleMs);
      if (principal === null || principal.accountId !== grant.accountId) {
        return refuse('Forbidden', FORBIDDEN);
      }
      if (grant.use === 'navigation' && !(await this.#use(grant))) {
        return refuse('Forbidden', FORBIDDEN);
      }
      return principal;
    };

  /** False the second time, in whatever process. */
  async #use(grant: { organizationId: string; nonce: string; expiresAt: number }) {
    const { organizationId, nonce } = grant;
    const used = await this.#parts
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

/** Forgets tokens that have expired anyway. */
export async function sweepDownloads({ db }: Pick<ServerParts, 'db'>): Promise<void> {
  await db.deleteFrom('usedDownload').where('expiresAt', '<', sql<string>`now()`).execute();
}
