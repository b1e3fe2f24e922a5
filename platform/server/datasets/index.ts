export { DatasetExporter } from './dataset-exporter.ts';
export { expireDatasets } from './export-rows.ts';
export { loadPseudonyms, type PseudonymOf } from './pseudonyms.ts';
export { maskOf, readStoredNrrd } from './read-stored-nrrd.ts';
export { registerDatasetRoutes } from './register-dataset-routes.ts';
export { datasetScans, haveStudies } from './select-scans.ts';
