export { DatasetExporter } from './dataset-exporter.ts';
export { expireDatasets } from './export-rows.ts';
export { registerDatasetRoutes } from './register-dataset-routes.ts';
