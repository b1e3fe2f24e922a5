import type { routes } from '#contracts';
import { ByteResponse } from '../../http/byte-response.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import { openApproved } from '../../site/extension-file.ts';
import type { Site } from '../../site/site.ts';

/** Sends the weights that the manifest of a third-party extension names for a finding provider. */
export async function getProviderWeights(
  site: Site,
  { params }: CallOf<typeof routes.getProviderWeights>,
): Promise<ByteResponse | ErrorResponse> {
  for (const extension of site.thirdParty) {
    const { findingProviders } = extension.manifest.contributes;
    const provider = findingProviders.find(({ id }) => id === params.provider);
    if (provider?.weights === undefined || provider.worker === undefined) continue;
    const file = await openApproved(extension, provider.weights);
    if (file === null) return notFound('EXTENSION_FILE_NOT_FOUND');
    return new ByteResponse(file.stream(), {
      'content-type': 'application/octet-stream',
      'content-length': String(file.byteLength),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
  }
  return notFound('FINDING_PROVIDER_NOT_FOUND');
}
