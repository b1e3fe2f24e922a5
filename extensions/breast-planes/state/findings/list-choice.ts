import { type ExtensionContext, preferencesToken, viewStateToken } from '#core';
import type { ListChoice } from '../../model/findings/finding-rows.ts';
import { findingsUiToken, showsDetections } from './findings-ui-state.ts';
import { hiddenIds } from './hidden-ids.ts';

/** Returns the current choice: hidden findings, and whether these and AI detections are shown. */
export function listChoice(context: ExtensionContext): ListChoice {
  return {
    hiddenIds: hiddenIds(context),
    showsHidden: context.use(findingsUiToken).store.getState().showsHidden,
    showsDetections: showsDetections(context.use(preferencesToken).store.getState().values),
    aiLayer: context.use(viewStateToken).store.getState().aiLayer,
  };
}
