import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Download, type routes, serverMessage } from '#contracts';
import { authenticateSession, roleFeaturesOf, sessionIdleMs } from '../../accounts/sessions.ts';
import { principalOf } from '../../http/authorise.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import { openToken, signGrant } from './download-token.ts';
import { InstallationSecrets } from './installation-secrets.ts';

/** Time until an address expires. */
export const ADDRESS_VALID_MS = 60_000;
const FORBIDDEN = serverMessage('DOWNLOAD_INVALID');

type DownloadDeps = Pick<ServerDeps, 'authenticate' | 'clock' | 'db' | 'dbOf' | 'site'>;
type DownloadCall = CallOf<typeof routes.createDownload>;

/** What an address opens. */
interface AddressTarget {
  /** Below `/api`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Name in the token. */
  readonly object: string;
  readonly use: 'navigation' | 'range';
}

/**
 * Creates and checks URLs by which the requesting session can download a single file or export
 * for one minute.
 */
export class Downloads {
  readonly #deps: DownloadDeps;
  readonly #secrets: InstallationSecrets;

  constructor(deps: DownloadDeps) {
    this.#deps = deps;
    this.#secrets = new InstallationSecrets(deps.db, 'download');
  }

  /** Creates the URL of a stored file. The token exists only in the response and is not stored. */
  create(call: DownloadCall): Promise<Download | ErrorResponse> {
    return call.body.scanFileId === undefined
      ? this.#createForAttachment(call)
      : this.#createForScanFile(call, call.body.scanFileId);
  }

  async #createForScanFile(call: DownloadCall, id: string): Promise<Download | ErrorResponse> {
    const { db, principal, body, addAuditSubject } = call;
    if (!principal.features.includes('STUDY_VIEW')) return notFound('FILE_NOT_FOUND');
    const row = await fileOf(db, principal, id);
    if (row?.storagePath == null) return notFound('FILE_NOT_FOUND');
    addAuditSubject({ scanFileId: row.id, scanId: row.scanId });
    return this.addressOf(principal, {
      path: `/scanfiles/${row.id}/download`,
      object: scanFileObject(row.id),
      use: body.use,
    });
  }

  async #createForAttachment(call: DownloadCall): Promise<Download | ErrorResponse> {
    const { db, principal, body, addAuditSubject } = call;
    // Some roles may see scans but no attachments.
    if (!principal.features.includes('PATIENT_ATTACH_V')) return notFound('FILE_NOT_FOUND');
    const { attachmentId: id = '', fileName = '' } = body;
    const row = await db
      .selectFrom('patientAttachmentFile as file')
      .innerJoin('patientAttachment as attachment', (join) =>
        join
          .onRef('attachment.organizationId', '=', 'file.organizationId')
          .onRef('attachment.id', '=', 'file.attachmentId'),
      )
      .select('attachment.patientId')
      .where('file.organizationId', '=', principal.organizationId)
      .where('file.attachmentId', '=', id)
      .where('file.fileName', '=', fileName)
      .where('file.storagePath', 'is not', null)
      .where('attachment.deletedAt', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return notFound('FILE_NOT_FOUND');
    addAuditSubject({ attachmentId: id, patientId: row.patientId });
    const path = `/patientattachments/${id}/files/${encodeURIComponent(fileName)}`;
    const object = attachmentObject(id, fileName);
    return this.addressOf(principal, { path, object, use: body.use });
  }

  /** Returns an address that opens one object for one minute. */
  async addressOf(
    principal: CallPrincipal,
    { path, query = {}, object, use }: AddressTarget,
  ): Promise<Download> {
    const expiresAt = this.#deps.clock.now() + ADDRESS_VALID_MS;
    const { organizationId, accountId, tokenId: sessionId } = principal;
    const grant = { object, organizationId, accountId, sessionId, use, expiresAt };
    const token = await signGrant(this.#secrets, grant);
    const { apiKey } = this.#deps.site.config;
    const search = new URLSearchParams({ ...query, token, apikey: apiKey });
    return { url: `${path}?${search}`, expiresAt: new Date(expiresAt).toISOString() };
  }

  /**
   * Returns a function that authenticates a download by bearer token or by the token in the URL.
   * The session of the URL's token must still be valid; the account's current permissions apply.
   * `objectOf` returns the object of the requested path and query.
   */
  signIn =
    (objectOf: (params: unknown, query: unknown) => string) =>
    async (request: FastifyRequest): Promise<CallPrincipal | ErrorResponse> => {
      const token = tokenOf(request);
      if (token === null || request.headers.authorization !== undefined) {
        return principalOf(this.#deps, request);
      }
      const { db, clock, site } = this.#deps;
      const grant = await openToken(this.#secrets, token, clock.now());
      if (grant === null || grant.object !== objectOf(request.params, request.query)) {
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

  /** Records the use of a token; returns false when the token was used before, in any process. */
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

/** Returns the name of a prepared export of findings in a token. */
export const findingExportObject = (id: string): string => `findingExport:${id.toLowerCase()}`;

/** Returns the name of an audit export with its filter and format in a token. */
export function auditExportObject(query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query)
    .filter(([name]) => name !== 'token' && name !== 'apikey')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `audit:${new URLSearchParams(parameters)}`;
}

/** Returns the name of the archive of a dataset in a token. */
export const datasetObject = (id: string): string => `dataset:${id.toLowerCase()}`;

/** Returns the name of a scan file in a token. */
export const scanFileObject = (id: string): string => `scanFile:${id.toLowerCase()}`;

/** Returns the name of a file of an attachment in a token. */
export const attachmentObject = (id: string, fileName: string): string =>
  `attachment:${id.toLowerCase()}/${fileName.normalize('NFC')}`;

function tokenOf({ query }: FastifyRequest): string | null {
  if (typeof query !== 'object' || query === null || !('token' in query)) return null;
  return typeof query.token === 'string' ? query.token : null;
}

/** Deletes records of expired tokens and addresses. */
export async function purgeDownloads({ db }: Pick<ServerDeps, 'db'>): Promise<void> {
  await db.deleteFrom('findingExport').where('expiresAt', '<', sql<string>`now()`).execute();
  await db.deleteFrom('usedDownload').where('expiresAt', '<', sql<string>`now()`).execute();
}
