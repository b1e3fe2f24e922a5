import { useEffect, useState } from 'react';
import {
  type MinimumProjection,
  minimumProjection,
} from '../../model/planes/minimum-projection.ts';
import type { VolumeEntry } from '../../state/volumes/reading-state.ts';

/**
 * Returns the minimum projection of a scan's volume, computed once from its first complete level;
 * null until computed.
 */
export function useProjection(entry: VolumeEntry | null): MinimumProjection | null {
  const [known, setKnown] = useState<{
    readonly fileId: string | null;
    readonly projection: MinimumProjection;
  } | null>(null);
  const fileId = entry?.fileId ?? null;
  const volume = entry?.volume ?? null;
  // A volume without coarse levels is black until its full level is complete.
  const level = volume !== null && volume.geometry.sizes[0] > 2 ? volume : null;
  const isKnown = known !== null && known.fileId === fileId;
  useEffect(() => {
    if (level === null || isKnown) return;
    // Lets the planes be drawn first.
    const timer = setTimeout(() => setKnown({ fileId, projection: minimumProjection(level) }), 0);
    return () => clearTimeout(timer);
  }, [level, fileId, isKnown]);
  return isKnown ? known.projection : null;
}
