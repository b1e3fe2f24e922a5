import { serverMessage } from '#contracts';
import { type ErrorResponse, errorResponse } from './error-response.ts';

/** System errors of failed or broken connections and of failed name lookups. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * SQLSTATE: shutdown and startup (57P0x), too many connections, statement timeout, serialisation
 * failure and deadlock. A repeated call can succeed.
 */
const TRANSIENT_STATES = new Set(['57P01', '57P02', '57P03', '53300', '57014', '40001', '40P01']);
const DISK_FULL = '53100';
/** Protocol violation by the client: a bug that no repetition solves. */
const PROTOCOL_VIOLATION = '08P01';
/**
 * SQLSTATE: numbers and dates out of range (22003, 22008), and invalid date, number or character
 * texts (22007, 22P02, 22021, 22P05). Second line of defence behind the schemas.
 */
const VALUE_STATES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

/** Returns true for errors raised by the database itself, whose messages may contain values. */
export function isDatabaseError(thrown: Error): boolean {
  return 'severity' in thrown && 'code' in thrown;
}

/**
 * Returns the part of a database error that may be logged: its code, because messages may contain
 * patient data. Errors without a code keep their message.
 */
export function databaseReason(thrown: Error): string {
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
}

/**
 * Unique violation: another call has just written the same unique value, e.g. a client-generated
 * id.
 */
const UNIQUE_VIOLATION = '23505';

/** SQLSTATE of the trigger `scan_file_signed`: a signed report is based on the file. */
const FILE_SIGNED = 'CF001';

/** Returns the error response for an expected database error; null for all other errors. */
export function mapDatabaseError(thrown: unknown): ErrorResponse | null {
  if (!(thrown instanceof Error)) return null;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (code === DISK_FULL) {
    return errorResponse('StorageFull', serverMessage('DATABASE_FULL'));
  }
  if (code === UNIQUE_VIOLATION) {
    return errorResponse('Conflict', serverMessage('WRITE_CONFLICT'));
  }
  if (code === FILE_SIGNED) {
    return errorResponse('FilesSigned', serverMessage('REPORT_SIGNED_FILES'));
  }
  if (VALUE_STATES.has(code))
    return errorResponse('BadRequest', serverMessage('VALUE_OUT_OF_RANGE'));
  const isUnavailable =
    CONNECTION_CODES.has(code) ||
    TRANSIENT_STATES.has(code) ||
    (code.startsWith('08') && code !== PROTOCOL_VIOLATION) ||
    // pg sets no code for lost and failed connections.
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
      thrown.message,
    );
  return isUnavailable ? errorResponse('Unavailable', serverMessage('DATABASE_UNAVAILABLE')) : null;
}
