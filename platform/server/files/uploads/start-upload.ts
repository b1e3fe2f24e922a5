import type { Kysely } from 'kysely';
import { MAX_SCAN_FILE_BYTES, scanFileFieldsSchema, serverMessage, type Upload } from '#contracts';
import { newId } from '#foundation';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import type { FileStore } from '../../store/index.ts';
import { rejectIfContentSigned } from '../rows/reject-if-content-signed.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import { type RegisteredFields, registerScanFile } from '../scan-files/register-scan-file.ts';
import { toUpload } from './upload-rows.ts';

/** Time until an upload expires. */
const EXPIRY_MS = 24 * 3_600_000;
/** Limits of an account's open uploads: their number, and the bytes of their files. */
const MAX_OPEN = 50;
const MAX_OPEN_BYTES = 16 * 1024 ** 3;

/** Size and checksum of the whole file, if already known to the sender. */
interface DeclaredContent {
  readonly size?: number | undefined;
  readonly sha256?: string | undefined;
}

/** File that has no row yet. */
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
  const limitError = await openUploadsError(sender, size);
  if (limitError !== null) return limitError;
  const file =
    'scanFileId' in target
      ? await registeredFile(sender, target.scanFileId)
      : await registerFile(sender, target);
  if (file instanceof ErrorResponse) return file;
  if (file.checksum !== null && file.quarantinedAt === null && file.checksum !== sha256) {
    return errorResponse('Conflict', serverMessage('FILE_HAS_OTHER_CONTENT'), {
      id: file.id,
    });
  }
  const signedError = await rejectIfContentSigned(db, principal, file);
  if (signedError !== null) return signedError;
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
  return (await fileOf(db, principal, id)) ?? notFound('FILE_NOT_FOUND');
}

function registerFile(
  { db, principal, store }: Sender,
  file: NewFile,
): Promise<ScanFileRow | ErrorResponse> {
  const { scanId, fileName, fileCategoryId: fileCategory } = file;
  const fields = { scanId, fileName, fileCategory, fileExtension: extensionOf(fileName) };
  return registerScanFile(db, scanFileFieldsSchema.parse(fields), principal, store);
}

/** Returns the extension in lower case without the dot; 'bin' when there is none. */
function extensionOf(fileName: string): string {
  return /\.([A-Za-z0-9]{1,16})$/.exec(fileName)?.[1]?.toLowerCase() ?? 'bin';
}

/** Returns an error if another upload exceeds the limits; an unknown size counts as the maximum. */
async function openUploadsError({ db, principal }: Sender, size: number | undefined) {
  const open = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) =>
      eb.fn
        .sum<string | null>(eb.fn.coalesce('byteLength', eb.val(MAX_SCAN_FILE_BYTES)))
        .as('bytes'),
    )
    .where('organizationId', '=', principal.organizationId)
    .where('createdBy', 'is not distinct from', actorIdOf(principal))
    .where('state', '=', 'OPEN')
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirstOrThrow();
  const bytes = Number(open.bytes ?? 0) + (size ?? MAX_SCAN_FILE_BYTES);
  if (open.count < MAX_OPEN && bytes <= MAX_OPEN_BYTES) return null;
  return errorResponse('TooManyRequests', serverMessage('UPLOADS_OPEN', { count: open.count }), {
    mostOpen: MAX_OPEN,
    mostBytes: MAX_OPEN_BYTES,
  });
}
