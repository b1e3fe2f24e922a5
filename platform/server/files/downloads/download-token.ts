import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { idSchema } from '#contracts';
import type { InstallationSecrets } from './installation-secrets.ts';

/** Content of a token: object, holder and expiry. Contains ids only, no names. */
const grantSchema = z.object({
  /** Id of the signing secret. */
  kid: idSchema,
  /** Object, e.g. `scanFile:<id>`. */
  object: z.string(),
  organizationId: idSchema,
  accountId: idSchema.nullable(),
  /** Id of the requesting session; the token is void once the session ends. */
  sessionId: idSchema,
  use: z.enum(['navigation', 'range']),
  /** Milliseconds since 1970. */
  expiresAt: z.number().int(),
  nonce: z.string(),
});
export type Grant = z.infer<typeof grantSchema>;

/** Signs a grant; the token is base64url of its JSON, a dot and its HMAC-SHA-256. */
export async function signGrant(
  secrets: InstallationSecrets,
  grant: Omit<Grant, 'kid' | 'nonce'>,
): Promise<string> {
  const { id: kid, secret } = await secrets.newest();
  const nonce = randomBytes(16).toString('base64url');
  const payload = Buffer.from(JSON.stringify({ ...grant, kid, nonce })).toString('base64url');
  return `${payload}.${macOf(secret, payload).toString('base64url')}`;
}

/** Returns the grant of a valid, unexpired token; null for any other text. */
export async function openToken(
  secrets: InstallationSecrets,
  token: string,
  nowMs: number,
): Promise<Grant | null> {
  const [payload = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0) return null;
  const grant = parse(payload);
  const signer = grant === null ? null : await secrets.byId(grant.kid);
  if (grant === null || signer === null) return null;
  const expected = macOf(signer.secret, payload);
  const providedMac = Buffer.from(mac, 'base64url');
  // Several base64 texts decode to the same bytes; only the text that was issued is accepted.
  if (providedMac.length !== expected.length || providedMac.toString('base64url') !== mac)
    return null;
  if (!timingSafeEqual(providedMac, expected)) return null;
  return grant.expiresAt > nowMs ? grant : null;
}

function macOf(secret: Buffer, payload: string): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}

function parse(payload: string): Grant | null {
  try {
    const text = Buffer.from(payload, 'base64url').toString('utf8');
    const parsed = grantSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}
