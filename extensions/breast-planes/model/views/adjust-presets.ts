import type { ImageAdjustment } from '#contracts';
import { NEUTRAL_ADJUSTMENT } from '../planes/plane-presentation.ts';

/** Greyscale adjustment chosen by one key or click. */
export interface AdjustPreset {
  readonly id: 'plain' | 'soft' | 'hard' | 'bright' | 'deep';
  readonly adjustment: ImageAdjustment;
}

const preset = (
  id: AdjustPreset['id'],
  change: Partial<Omit<ImageAdjustment, 'inverted'>>,
): AdjustPreset => ({ id, adjustment: { ...NEUTRAL_ADJUSTMENT, ...change } });

/** In the order of their keys. `deep` raises the gain far from the transducer. */
export const PRESETS: readonly AdjustPreset[] = [
  preset('plain', {}),
  preset('soft', { contrast: -40 }),
  preset('hard', { contrast: 50 }),
  preset('bright', { brightness: 20, contrast: 15 }),
  preset('deep', { midGain: 20, farGain: 60 }),
];

/** Returns the preset with these values, ignoring inversion; null for manual adjustments. */
export function presetOf(adjustment: ImageAdjustment): AdjustPreset['id'] | null {
  const match = PRESETS.find(({ adjustment: { inverted: _, ...amounts } }) =>
    Object.entries(amounts).every(
      ([name, amount]) => adjustment[name as keyof typeof amounts] === amount,
    ),
  );
  return match?.id ?? null;
}
