import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the card of a model states besides its name, version and hash. */
export interface CardFields {
  readonly task: 'DETECTION' | 'SEGMENTATION' | 'NIPPLE';
  readonly description: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly intendedUse: string;
  readonly limits: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
  /** Command that writes the model. */
  readonly training: string;
}

/** Label of every figure of these models. */
export const PHANTOM_NOTICE =
  'Scores come from a computer phantom. They measure the software chain, not clinical performance. The gap to patients is unknown.';

/** Folder of the weights and cards of the included models. */
export const WEIGHTS_FOLDER = new URL('../../extensions/ai-findings/weights/', import.meta.url);

/** Writes weights and their card, with the hash of the weights' file, into the extension. */
export function writeModel(name: string, version: string, weights: object, card: CardFields): void {
  const text = `${JSON.stringify(weights, null, 1)}\n`;
  const full = {
    schema: 1,
    name,
    version,
    weightsSha256: createHash('sha256').update(text).digest('hex'),
    use: 'research',
    licence: 'Apache-2.0, as the program',
    ...card,
    notice: PHANTOM_NOTICE,
  };
  writeFileSync(fileURLToPath(new URL(`${name}.json`, WEIGHTS_FOLDER)), text);
  writeFileSync(
    fileURLToPath(new URL(`${name}.card.json`, WEIGHTS_FOLDER)),
    `${JSON.stringify(full, null, 1)}\n`,
  );
}
