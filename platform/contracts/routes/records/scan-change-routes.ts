import * as z from 'zod';
import { idSchema } from '../../entities/common.ts';
import { imageAdjustmentsSchema } from '../../entities/records/image-adjustment.ts';
import {
  breastDensityFieldsSchema,
  breastVolumeFieldsSchema,
  nippleInferenceSchema,
  scanDisapprovalSchema,
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
    summary:
      'Change a scan; protocol and position only before the scan starts, the density only until the report is signed',
    body: scanUpdateSchema,
  }),
  updateBreastDensity: defineRoute({
    method: 'PUT',
    path: '/scans/{id}/updateBreastDensity',
    ...operators,
    params,
    response,
    summary:
      'Set the density, an item of the list BREAST_DENSITY. Rejected after the report is signed',
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
    summary:
      'Approve a completed scan; stores reviewer and time. Rejected after the report is signed',
    ifMatch: 'optional',
  }),
  disapproveScan: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/disapprove',
    ...reviewers,
    params,
    response,
    summary:
      'Disapprove a completed scan; stores reason, reviewer and time. Rejected after the report is signed',
    body: scanDisapprovalSchema,
    ifMatch: 'optional',
  }),
  withdrawReview: defineRoute({
    method: 'DELETE',
    path: '/scans/{id}/review',
    ...reviewers,
    params,
    response,
    summary: 'Withdraw an own verdict; the verdict before it applies again',
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
