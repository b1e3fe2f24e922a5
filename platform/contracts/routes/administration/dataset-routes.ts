import * as z from 'zod';
import {
  datasetExportSchema,
  datasetPredictionsSchema,
  newDatasetExportSchema,
  storedPredictionsSchema,
} from '../../entities/administration/dataset.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { addressQuerySchema, downloadSchema } from '../../entities/files/upload.ts';
import { BODY_BYTES, defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
const administrators = { access: ['ADMIN_ACCOUNT'], principals: [] } as const;

/** Routes of pseudonymised datasets for training, and of predictions for them. */
export const datasetRoutes = {
  createDatasetExport: defineRoute({
    ...administrators,
    method: 'POST',
    path: '/datasets/exports',
    summary: 'Queue the export of completed scans as a pseudonymised dataset',
    body: newDatasetExportSchema,
    response: datasetExportSchema,
  }),
  listDatasetExports: defineRoute({
    ...administrators,
    method: 'GET',
    path: '/datasets/exports',
    summary: 'Exports of datasets, newest first',
    query: pageQuerySchema,
    response: pageSchema(datasetExportSchema),
  }),
  getDatasetExport: defineRoute({
    ...administrators,
    method: 'GET',
    path: '/datasets/exports/{id}',
    summary: 'One export of a dataset with its progress',
    params: byId,
    response: datasetExportSchema,
  }),
  cancelDatasetExport: defineRoute({
    ...administrators,
    method: 'POST',
    path: '/datasets/exports/{id}/actions/cancel',
    summary: 'Stop a queued or running export; it ends as CANCELLED without an archive',
    params: byId,
    response: datasetExportSchema,
  }),
  createDatasetDownload: defineRoute({
    ...administrators,
    method: 'POST',
    path: '/datasets/exports/{id}/actions/createDownload',
    summary:
      'Create an address that downloads the archive once, within 60 seconds, without a bearer token',
    secret: true,
    params: byId,
    response: downloadSchema,
  }),
  downloadDataset: defineRoute({
    ...administrators,
    method: 'GET',
    path: '/datasets/exports/{id}/archive',
    summary:
      'The archive (tar) of a completed export. A token in the address replaces the bearer token',
    params: byId,
    query: addressQuerySchema,
  }),
  importPredictions: defineRoute({
    ...administrators,
    method: 'POST',
    path: '/datasets/predictions',
    summary:
      'Store predictions of a model for scans of a dataset as AI findings, all or none; a repeated call stores nothing twice',
    body: datasetPredictionsSchema,
    maxBodyBytes: BODY_BYTES.document,
    response: storedPredictionsSchema,
  }),
};
