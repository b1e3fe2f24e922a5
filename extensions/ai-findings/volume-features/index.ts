export type { BoxMm } from '../model/segmentation/segmentation.ts';
export { type DbGrid, dbGrid, FLOOR_DB } from './db-grid.ts';
export { type DbVolume, type DbVolumeSource, dbVolume } from './db-volume.ts';
export { type LogisticWeights, logitOf, probabilityOf } from './logistic.ts';
export { smooth, smoothRound } from './smooth.ts';
