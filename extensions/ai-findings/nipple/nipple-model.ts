import type { LogisticWeights } from '../volume-features/index.ts';
import card from '../weights/nipple-finder.card.json' with { type: 'json' };
import weights from '../weights/nipple-finder.json' with { type: 'json' };

/** Trained weights of the included nipple finder; `npm run train:nipple` writes them. */
export const NIPPLE_WEIGHTS: LogisticWeights = weights;

/** Name, version and hash of the included nipple finder. */
export const NIPPLE_MODEL = {
  name: card.name,
  version: card.version,
  weightsSha256: card.weightsSha256,
  use: 'research',
} as const;
