import { type ErrorResponse, errorResponse } from './error-response.ts';

/** System errors of a connection that can't be made or broke, and of names that can't be looked up. */
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
 * SQLSTATE: shut down and starting up (57P0x), too many connections, a statement that took too
 * long, and transactions that lost against others; a repetition can succeed.
 */
const PASSING_STATES = new Set(['57P01', '57P02', '57P03', '53300', '57014', '40001', '40P01']);
const DISK_FULL = '53100';
/** The sender spoke the protocol wrongly: a mistake of ours that no repetition heals. */
const PROTOCOL_VIOLATION = '08P01';
/**
 * SQLSTATE: numbers and dates out of range (22003, 22008), and texts that are no date, number or
 * character (22007, 22P02, 22021, 22P05). The schemas refuse what they know of; this is behind them.
 */
const VALUE_STATES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

/** True for what the database itself says, whose words may repeat a value. */
export function isDatabaseError(thrown: Error): boolean {
  return 'severity' in thrown && 'code' in thrown;
}

/**
 * What a log may keep of a database error: its code. The words of many repeat the value, which may
 * be a patient's.
 */
export function databaseReason(thrown: Error): string {
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
}

/** Two calls wrote what can be there once (an id of the client's own making), and this came second. */
const UNIQUE_VIOLATION = '23505';

/** The refusal that a database error stands for; null when it is a mistake of ours. */
export function mapDatabaseError(thrown: unknown): ErrorResponse | null {
  if (!(thrown instanceof Error)) return null;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (code === DISK_FULL) {
    return errorResponse('StorageFull', 'The disk of the database is full. Tell an administrator');
  }
  if (code === UNIQUE_VIOLATION) {
    return errorResponse(
      'Conflict',
      'Another call wrote the same a moment before. Look what is there now',
    );
  }
  if (VALUE_STATES.has(code))
    return errorResponse('BadRequest', 'A value is outside of what can be kept');
  const isUnavailable =
    CONNECTION_CODES.has(code) ||
    PASSING_STATES.has(code) ||
    (code.startsWith('08') && code !== PROTOCOL_VIOLATION) ||
    // pg gives connections that end, or don't come about, no code at all.
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
      thrown.message,
    );
  return isUnavailable
    ? errorResponse('Unavailable', 'The database does not answer. Try again in a moment')
    : null;
}
