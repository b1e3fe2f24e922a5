import * as z from 'zod';
import type { ProviderSeed, ScanSide } from '#contracts';
import { fail, messageOf, ok, type Problem, problem, type Result } from '#foundation';
import type { RadialAxis, Vec3 } from '#geometry';

/** Maximum size of the answer of a service in bytes. */
const MAX_ANSWER_BYTES = 16 * 1024 ** 2;

/** Volume for a service, without identity; the fields of `ProviderInput` except the voxels. */
export interface AddressInput {
  readonly kind: 'VOLUME';
  readonly runId: string;
  readonly laterality: ScanSide;
  readonly dynamicRangeDb: number | null;
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  readonly originMm: Vec3;
  readonly directions: readonly [Vec3, Vec3, Vec3];
  readonly coverage: { readonly axisMm: RadialAxis; readonly radiusMm: number };
  readonly nippleMm: Vec3 | null;
  readonly seed: ProviderSeed | null;
}

export interface AddressCall {
  /** Id of the extension, named by problems. */
  readonly extensionId: string;
  readonly address: string;
  readonly input: AddressInput;
  readonly voxels: Uint8Array;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

const MAX_MESSAGES = 20;

/** Does not visit the proposals, and reads one message more than permitted, of possible millions. */
const answerSchema = z.object({
  proposals: z.custom<readonly unknown[]>(Array.isArray),
  messages: z.preprocess(
    (value) => (Array.isArray(value) ? value.slice(0, MAX_MESSAGES + 1) : value),
    z.array(z.string().min(1).max(300)).max(MAX_MESSAGES).default([]),
  ),
});
export type AddressAnswer = z.output<typeof answerSchema>;

/**
 * Sends a volume to the address of a provider: a POST of multipart form data with the parts `input`
 * (JSON) and `voxels` (bytes). Returns its unchecked proposals. Follows no redirect, because its
 * target is not in the site's list. Problems: PROVIDER_TOO_SLOW, PROVIDER_FAILED.
 */
export async function askAddress(call: AddressCall): Promise<Result<AddressAnswer>> {
  const { extensionId, address, input, voxels, limitMs } = call;
  const timeout = AbortSignal.timeout(limitMs);
  const form = new FormData();
  const json = new Blob([JSON.stringify(input)], { type: 'application/json' });
  form.set('input', json, 'input.json');
  form.set('voxels', new Blob([new Uint8Array(voxels)]), 'voxels.raw');
  try {
    const signal = AbortSignal.any([call.signal, timeout]);
    const response = await fetch(address, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal,
    });
    const text = await textWithin(response, MAX_ANSWER_BYTES);
    if (!response.ok) return failed(extensionId, `The service answered ${response.status}`);
    if (text === null) return failed(extensionId, 'The answer is larger than 16 MiB');
    const answer = answerSchema.safeParse(JSON.parse(text));
    if (answer.success) return ok(answer.data);
    return failed(extensionId, 'The answer has no list of proposals');
  } catch (thrown) {
    if (timeout.aborted) return fail(tooSlow(extensionId, limitMs));
    const reason = thrown instanceof SyntaxError ? 'The answer is not JSON' : messageOf(thrown);
    return failed(extensionId, reason);
  }
}

/** Returns the body as text; null if it is larger than the limit. */
async function textWithin(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const failed = (extensionId: string, reason: string): Result<never> =>
  fail(
    problem(
      'PROVIDER_FAILED',
      `The analysis by ${extensionId} failed`,
      `${reason}. Nothing was stored.`,
      'Contact the maintainer of the extension.',
      extensionId,
    ),
  );

const tooSlow = (extensionId: string, limitMs: number): Problem =>
  problem(
    'PROVIDER_TOO_SLOW',
    `${extensionId} took too long`,
    `The service did not answer within ${limitMs / 1000} s. Nothing was stored.`,
    'Try again. If this repeats, contact the maintainer of the extension.',
    extensionId,
  );
