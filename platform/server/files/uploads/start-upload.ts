import type { Kysely } from 'kysely';
import { MAX_FILE_BYTES, scanFileFieldsSchema, type Upload } from '#contracts';
import { newId } from '#foundation';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import type { FileStore } from '../../store/index.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import { type RegisteredFields, registerScanFile } from '../scan-files/register-scan-file.ts';
import { toUpload } from './upload-rows.ts';

const EXPIRY_MS = 24 * 3_600_000;
/** Limits of open uploads per account. */
const MAX_OPEN = 50;
const MAX_OPEN_BYTES = 16 * 1024 ** 3;

/** Size and checksum of the whole file, if already known to the sender. */
interface DeclaredContent {
  readonly size?: number | undefined;
  readonly sha256?: string | undefined;
}

export interface NewFile {
  readonly scanId: string;
  readonly fileName: string;
  readonly fileCategoryId: RegisteredFields['fileCategory'];
}

interface Sender {
  readonly db: Kysely<Database>;
  readonly principal: CallPrincipal;
  readonly store: FileStore;
}

/** Starts the upload of a registered file, or registers a new file first. */
export async function startUpload(
  sender: Sender,
  target: { readonly scanFileId: string } | NewFile,
  { size, sha256 }: DeclaredContent,
): Promise<Upload | ErrorResponse> {
  const { db, principal, store } = sender;
  const tooMany = await overLimit(sender, size);
  if (tooMany !== null) return tooMany;
  const file =
    'scanFileId' in target
      ? await registeredFile(sender, target.scanFileId)
      : await registerFile(sender, target);
  if (file instanceof ErrorResponse) return file;
  if (file.checksum !== null && file.quarantinedAt === null && file.checksum !== sha256) {
    return errorResponse('Conflict', 'The file has other bytes already; announce a new file', {
      id: file.id,
    });
  }
  const row = await db
    .insertInto('upload')
    .values({
      id: newId(),
      organizationId: principal.organizationId,
      scanFileId: file.id,
      byteLength: size ?? null,
      sha256: sha256 ?? null,
      expiresAt: new Date(Date.now() + EXPIRY_MS).toISOString(),
      createdBy: actorIdOf(principal),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUpload(row, store);
}

async function registeredFile(
  { db, principal }: Sender,
  id: string,
): Promise<ScanFileRow | ErrorResponse> {
  return (await fileOf(db, principal, id)) ?? notFound('The file');
}

function registerFile(
  { db, principal, store }: Sender,
  file: NewFile,
): Promise<ScanFileRow | ErrorResponse> {
  const { scanId, fileName, fileCategoryId: fileCategory } = file;
  const fields = { scanId, fileName, fileCategory, fileExtension: extensionOf(fileName) };
  return registerScanFile(db, scanFileFieldsSchema.parse(fields), principal, store);
}

function extensionOf(fileName: string): string {
  return /\.([A-Za-z0-9]{1,16})$/.exec(fileName)?.[1]?.toLowerCase() ?? 'bin';
}

async function overLimit({ db, principal }: Sender, size: number | undefined) {
  const open = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) =>
      eb.fn.sum<string | null>(eb.fn.coalesce('byteLength', eb.val(MAX_FILE_BYTES))).as('bytes'),
    )
    .where('organizationId', '=', principal.organizationId)
    .where('createdBy', 'is not distinct from', actorIdOf(principal))
    .where('state', '=', 'OPEN')
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirstOrThrow();
  const bytes = Number(open.bytes ?? 0) + (size ?? MAX_FILE_BYTES);
  if (open.count < MAX_OPEN && bytes <= MAX_OPEN_BYTES) return null;
  return errorResponse(
    'TooManyRequests',
    `This account has ${open.count} uploads under way; commit some of them or give them up`,
    { mostOpen: MAX_OPEN, mostBytes: MAX_OPEN_BYTES },
  );
}
