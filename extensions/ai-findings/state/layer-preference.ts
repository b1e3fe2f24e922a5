/** Preference of `breast-planes`: whether AI Auto Detect findings are drawn and listed. */
export const SHOWN_PREFERENCE = 'reading.ai-detections';

export const isLayerShown = (values: ReadonlyMap<string, string>): boolean =>
  values.get(SHOWN_PREFERENCE) === 'on';
