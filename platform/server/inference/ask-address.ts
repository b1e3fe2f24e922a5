import type { CollectedProposals, ProviderInput } from '#findings';
import { fail, messageOf, ok, type Result } from '#foundation';
import { MAX_ANSWER_BYTES } from './answer-file.ts';
import { proposalsOf } from './provider-answer.ts';
import { providerFailed as failed, providerTooSlow } from './provider-problems.ts';

/** Volume for a service, without identity. */
export type AddressInput = Omit<ProviderInput, 'voxels' | 'weights'>;

export interface AddressCall {
  /** Id of the extension, named by problems. */
  readonly extensionId: string;
  readonly address: string;
  readonly input: AddressInput;
  readonly voxels: Uint8Array;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a volume to the address of a provider: a POST of multipart form data with the parts `input`
 * (JSON) and `voxels` (bytes). Returns its unchecked proposals. Follows no redirect, because its
 * target is not in the site's list. Problems: PROVIDER_TOO_SLOW, PROVIDER_FAILED.
 */
export async function askAddress(call: AddressCall): Promise<Result<CollectedProposals>> {
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
    const bytes = await bytesWithin(response, MAX_ANSWER_BYTES);
    if (!response.ok) return failed(extensionId, `The service answered ${response.status}`);
    if (bytes === null) return failed(extensionId, 'The answer is larger than 16 MiB');
    const answer = proposalsOf(JSON.parse(Buffer.from(bytes).toString('utf8')));
    if (answer !== null) return ok(answer);
    return failed(extensionId, 'The answer has no list of proposals');
  } catch (thrown) {
    if (timeout.aborted) return fail(providerTooSlow(extensionId, limitMs));
    const reason = thrown instanceof SyntaxError ? 'The answer is not JSON' : messageOf(thrown);
    return failed(extensionId, reason);
  }
}

/** Returns the body of a response; null if it is larger than the limit. */
export async function bytesWithin(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
