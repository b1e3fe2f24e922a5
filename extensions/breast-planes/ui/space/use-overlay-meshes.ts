import { useMemo } from 'react';
import { type ExtensionContext, viewStateToken } from '#core';
import { useStore } from '#ui';
import { overlayMeshes } from '../../model/overlays/overlay-meshes.ts';
import type { ShownMesh } from '../../rendering/space/space-actors.ts';
import { type OverlayEntry, overlaysStateToken } from '../../state/views/overlays-state.ts';

const NONE: readonly OverlayEntry[] = [];

/** Returns the visible overlays of a scan, lowest first; none while the user hides them. */
export function useShownOverlays(
  context: ExtensionContext,
  scanId: string,
): readonly OverlayEntry[] {
  const { entries, hidden } = useStore(context.use(overlaysStateToken).store, (values) => values);
  const allHidden = useStore(
    context.use(viewStateToken).store,
    ({ overlaysHidden }) => overlaysHidden,
  );
  return useMemo(
    () =>
      hidden || allHidden
        ? NONE
        : entries.filter(({ overlay, opacity }) => overlay.scanId === scanId && opacity > 0),
    [entries, hidden, allHidden, scanId],
  );
}

/** Returns the surfaces of overlays with voxels, for a 3D scene. */
export function useOverlayMeshes(overlays: readonly OverlayEntry[]): readonly ShownMesh[] {
  return useMemo(
    () =>
      overlays.flatMap(({ id, overlay, opacity }) =>
        overlay.kind === 'shapes'
          ? []
          : overlayMeshes(overlay).map((part) => ({
              id: `overlay-${id}-${part.key}`,
              mesh: part.mesh,
              colour: [part.colour[0] / 255, part.colour[1] / 255, part.colour[2] / 255] as const,
              opacity: opacity * part.opacity,
              wireframe: false,
            })),
      ),
    [overlays],
  );
}
