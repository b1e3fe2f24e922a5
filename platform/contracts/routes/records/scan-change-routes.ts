import * as z from 'zod';
import { idSchema } from '../../entities/common.ts';
import { imageAdjustmentsSchema } from '../../entities/records/image-adjustment.ts';
import {
  breastDensityFieldsSchema,
  breastVolumeFieldsSchema,
  nippleInferenceSchema,
  scanSchema,
  scanUpdateSchema,
} from '../../entities/records/scan.ts';
import { defineRoute } from '../../route.ts';

const params = z.object({ id: idSchema });
const response = scanSchema;
const writers = { access: ['STUDY_CREATE'], principals: [] } as const;
const readers = { access: ['STUDY_CREATE', 'ANTN_CREATE'], principals: [] } as const;
const reviewers = { access: ['REPORT_CREATE'], principals: [] } as const;

/** Routes for edits of a scan, except its state and nipple. */
export const scanChangeRoutes = {
  updateScan: defineRoute({
    method: 'PUT',
    path: '/scans/{id}',
    ...writers,
    params,
    response,
    ifMatch: 'required',
    summary: 'Change a scan; the protocol only while it has not begun',
    body: scanUpdateSchema,
  }),
  deleteScan: defineRoute({
    method: 'DELETE',
    path: '/scans/{id}',
    ...writers,
    params,
    response,
    ifMatch: 'required',
    summary: 'Soft delete, its findings with it; refused while it is being made',
  }),
  updateBreastDensity: defineRoute({
    method: 'PUT',
    path: '/scans/{id}/updateBreastDensity',
    ...writers,
    params,
    response,
    summary: 'Set the density, an item of the list BREAST_DENSITY',
    body: breastDensityFieldsSchema,
    ifMatch: 'optional',
  }),
  updateBreastVolumeSize: defineRoute({
    method: 'PUT',
    path: '/scans/{id}/updateBreastVolumeSize',
    ...writers,
    params,
    response,
    summary: 'Set the volume of the breast in millilitres',
    body: breastVolumeFieldsSchema,
    ifMatch: 'optional',
  }),
  approveScan: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/approve',
    ...reviewers,
    params,
    response,
    summary: 'The reviewer finds the completed scan good; who and when is kept',
    ifMatch: 'optional',
  }),
  disapproveScan: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/disapprove',
    ...reviewers,
    params,
    response,
    summary: 'The reviewer finds the completed scan not good; who and when is kept',
    ifMatch: 'optional',
  }),
  updateImgAdjSettings: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/updateImgAdjSettings',
    ...readers,
    params,
    response,
    ifMatch: 'optional',
    summary: 'Keep how the greys of each panel are shown; panels that are not named stay',
    body: imageAdjustmentsSchema,
  }),
  inferNipple: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/inferNipple',
    ...readers,
    params,
    summary:
      "Where an extension's model finds the nipple in the latest volume; nothing is set by it. Conflict where the site has no model or the scan no volume",
    response: nippleInferenceSchema,
    longRead: true,
  }),
};
