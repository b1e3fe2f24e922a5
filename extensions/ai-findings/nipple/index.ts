export { bestColumn, locateNipple, type NippleLocation } from './locate-nipple.ts';
export { NIPPLE_FEATURES, type NippleColumn, nippleColumns } from './nipple-columns.ts';
export { NIPPLE_MODEL, NIPPLE_WEIGHTS } from './nipple-model.ts';
