import { useCallback, useEffect } from 'react';
import type { ExtensionContext } from '#core';
import { useStore } from '#ui';
import { readingToken, type ScanSkin } from '../../state/volumes/reading-state.ts';
import { LOADING_SKIN, scanSkinsToken } from '../../state/volumes/scan-skins.ts';

export interface Skin extends ScanSkin {
  retry(): void;
}

/** Returns the skin of a scan; loads the skin if no view has loaded it yet. */
export function useSkin(context: ExtensionContext, scanId: string): Skin {
  const { store } = context.use(readingToken);
  const skins = context.use(scanSkinsToken);
  const state = useStore(store, (values) => values.skins[scanId] ?? LOADING_SKIN);
  const fileId = useStore(store, ({ volumes }) => volumes[scanId]?.fileId ?? null);
  useEffect(() => void skins.read(scanId, fileId), [skins, scanId, fileId]);
  const retry = useCallback(() => void skins.read(scanId, fileId, true), [skins, scanId, fileId]);
  return { ...state, retry };
}
