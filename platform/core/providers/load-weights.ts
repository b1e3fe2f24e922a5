import type { ApiClient } from '#api-client';
import { type FindingProviderContribution, routes } from '#contracts';
import { fail, ok, type Result } from '#foundation';
import { providerProblems } from './provider-problems.ts';

interface WeightsCall {
  readonly api: ApiClient;
  readonly provider: Pick<FindingProviderContribution, 'id' | 'weights' | 'model'>;
  /** Id of the extension. */
  readonly owner: string;
  /** Version of the extension. */
  readonly version: string;
  readonly signal: AbortSignal;
}

/**
 * Returns the weights of a provider, verified against the hash of its manifest; null without
 * weights. Problems: PROVIDER_WEIGHTS_DIFFER, PROVIDER_FAILED and those of the download.
 */
export type WeightsCache = (call: WeightsCall) => Promise<Result<Uint8Array | null>>;

/** Creates a cache that downloads the weights of each extension and version once. */
export function createWeightsCache(): WeightsCache {
  const loaded = new Map<string, Uint8Array>();
  return async ({ api, provider, owner, version, signal }) => {
    const { weights, model } = provider;
    if (weights === undefined) return ok(null);
    const key = JSON.stringify([owner, version, weights, model.weightsSha256]);
    const cached = loaded.get(key);
    if (cached !== undefined) return ok(cached);
    const path = routes.getProviderWeights.path.replace('{provider}', provider.id);
    const bytes = await api.download(path, { signal });
    if (!bytes.ok) return bytes;
    const { weightsSha256 } = model;
    if (weightsSha256 !== null) {
      const actual = await sha256Of(bytes.value);
      if (actual === null) return fail(providerProblems.noDigest(owner));
      if (actual !== weightsSha256)
        return fail(providerProblems.weightsDiffer(owner, actual, weightsSha256));
    }
    loaded.set(key, bytes.value);
    return ok(bytes.value);
  };
}

/** Returns the SHA-256 in hex; null on a page without HTTPS, where browsers offer no digest. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
