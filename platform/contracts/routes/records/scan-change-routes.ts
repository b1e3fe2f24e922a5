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
const operators = { access: ['STUDY_CREATE'], principals: [] } as const;
const operatorsAndReaders = { access: ['STUDY_CREATE', 'ANTN_CREATE'], principals: [] } as const;
const reviewers = { access: ['REPORT_CREATE'], principals: [] } as const;

/** Routes for edits of a scan, except its state and nipple. */
export const scanChangeRoutes = {
  updateScan: defineRoute({
    method: 'PUT',
    path: '/scans/{id}',
    ...operators,
    params,
    response,
    ifMatch: 'required',
    summary: 'Change a scan; the protocol only before the scan starts',
    body: scanUpdateSchema,
  }),
  deleteScan: defineRoute({
    method: 'DELETE',
    path: '/scans/{id}',
    ...operators,
    params,
    response,
    ifMatch: 'required',
    summary: 'Soft delete with its findings; rejected during recording',
  }),
  updateBreastDensity: defineRoute({
    method: 'PUT',
    path: '/scans/{id}/updateBreastDensity',
    ...operators,
    params,
    response,
    summary: 'Set the density, an item of the list BREAST_DENSITY',
    body: breastDensityFieldsSchema,
    ifMatch: 'optional',
  }),
  updateBreastVolumeSize: defineRoute({
    method: 'PUT',
    path: '/scans/{id}/updateBreastVolumeSize',
    ...operators,
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
    summary: 'Approve a completed scan; stores reviewer and time',
    ifMatch: 'optional',
  }),
  disapproveScan: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/disapprove',
    ...reviewers,
    params,
    response,
    summary: 'Disapprove a completed scan; stores reviewer and time',
    ifMatch: 'optional',
  }),
  updateImgAdjSettings: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/updateImgAdjSettings',
    ...operatorsAndReaders,
    params,
    response,
    ifMatch: 'optional',
    summary: 'Store the image adjustments of panels; other panels stay as they are',
    body: imageAdjustmentsSchema,
  }),
  inferNipple: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/inferNipple',
    ...operatorsAndReaders,
    params,
    summary:
      "Nipple location that an extension's model finds in the latest volume; sets nothing. Conflict if the site has no model or the scan has no volume",
    response: nippleInferenceSchema,
    longRead: true,
  }),
};
