import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import card from '../weights/lesion-detector.card.json' with { type: 'json' };
import weights from '../weights/lesion-detector.json' with { type: 'json' };
import type { LesionDetector } from './score-candidates.ts';

const NETWORK = new URL('../weights/lesion-network.onnx', import.meta.url);

/**
 * Name, version and hash of the included detector, as runs store them. The hash is that of the
 * weights' file, which contains the hash of the network.
 */
export const LESION_DETECTOR_MODEL = {
  name: card.name,
  version: card.version,
  weightsSha256: card.weightsSha256,
  use: 'research',
} as const;

/**
 * Opens the included detector, which `npm run train:detector` writes. Rejects when the network's
 * file differs from the one that the weights name.
 */
export async function openLesionDetector(): Promise<LesionDetector> {
  const model = await readFile(NETWORK);
  const sha256 = createHash('sha256').update(model).digest('hex');
  if (sha256 !== weights.networkSha256) {
    throw new Error(
      `The network of the lesion detector has the hash ${sha256}, not ${weights.networkSha256}`,
    );
  }
  // Loads the runtime for a detection only, so that the server starts without it.
  const { openNodeNetwork } = await import('./open-node-network.ts');
  return { weights, network: await openNodeNetwork(model) };
}
