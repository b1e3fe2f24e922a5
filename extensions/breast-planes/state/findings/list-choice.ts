import { type ExtensionContext, preferencesToken } from '#core';
import type { ListChoice } from '../../model/findings/finding-rows.ts';
import { findingsUiToken, showsDetections } from './findings-ui-state.ts';

/** Returns whether the list currently shows hidden findings and AI detections. */
export function listChoice(context: ExtensionContext): ListChoice {
  return {
    showsHidden: context.use(findingsUiToken).store.getState().showsHidden,
    showsDetections: showsDetections(context.use(preferencesToken).store.getState().values),
  };
}
