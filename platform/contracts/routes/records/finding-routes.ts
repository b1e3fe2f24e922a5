import * as z from 'zod';
import { idSchema, pageSchema } from '../../entities/common.ts';
import {
  findingFieldsSchema,
  findingSchema,
  findingUpdateSchema,
} from '../../entities/findings/finding.ts';
import {
  deleteAiContourSchema,
  exportFindingsSchema,
  groupedSchema,
  groupFindingsSchema,
  ungroupedSchema,
  ungroupFindingSchema,
} from '../../entities/findings/finding-actions.ts';
import { findingEditSchema } from '../../entities/findings/finding-history.ts';
import {
  findingRelationFieldsSchema,
  findingRelationSchema,
} from '../../entities/findings/finding-relation.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

export const findingRoutes = {
  listFindings: defineRoute({
    method: 'GET',
    path: '/scans/{scanId}/findings',
    summary: 'Findings of a scan that are not deleted, newest first',
    access: ['ANTN_VIEW'],
    principals: ['worker'],
    params: z.object({ scanId: idSchema }),
    response: pageSchema(findingSchema),
  }),
  getFinding: defineRoute({
    method: 'GET',
    path: '/findings/{id}',
    summary: 'One finding with its thumbnail, also when it is deleted',
    access: ['ANTN_VIEW'],
    principals: ['worker'],
    params: byId,
    response: findingSchema,
  }),
  listFindingEdits: defineRoute({
    method: 'GET',
    path: '/findings/{id}/edits',
    summary: 'Who changed a finding and when, newest first; the last 200 edits',
    access: ['ANTN_VIEW'],
    principals: [],
    params: byId,
    response: pageSchema(findingEditSchema),
  }),
  createFinding: defineRoute({
    method: 'POST',
    path: '/findings',
    summary: 'A new finding; a mark id that exists already is refused',
    access: ['ANTN_CREATE'],
    principals: ['worker'],
    body: findingFieldsSchema,
    response: findingSchema,
  }),
  updateFinding: defineRoute({
    method: 'PUT',
    path: '/findings/{id}',
    summary: 'Change a finding; also brings a deleted one back (undo)',
    access: ['ANTN_CREATE'],
    principals: [],
    params: byId,
    body: findingUpdateSchema,
    response: findingSchema,
    ifMatch: 'required',
  }),
  deleteFinding: defineRoute({
    method: 'DELETE',
    path: '/findings/{id}',
    summary: 'Soft delete',
    access: ['ANTN_CREATE'],
    principals: [],
    params: byId,
    response: findingSchema,
    ifMatch: 'required',
  }),
  groupFindings: defineRoute({
    method: 'POST',
    path: '/findings/actions/group',
    summary:
      'Merge user findings into one of them; GroupingConflict names the fields in which they differ',
    access: ['ANTN_CREATE'],
    principals: [],
    body: groupFindingsSchema,
    response: groupedSchema,
  }),
  ungroupFinding: defineRoute({
    method: 'POST',
    path: '/findings/actions/ungroup',
    summary: 'Split a user finding into one finding for each of its marks',
    access: ['ANTN_CREATE'],
    principals: [],
    body: ungroupFindingSchema,
    response: ungroupedSchema,
  }),
  exportFindings: defineRoute({
    method: 'POST',
    path: '/findings/export',
    summary: 'Chosen findings as a CSV or JSON file',
    access: ['ANTN_VIEW'],
    principals: [],
    body: exportFindingsSchema,
  }),
  deleteAiContour: defineRoute({
    method: 'POST',
    path: '/findings/deleteAiContour',
    summary: 'Remove the contour that the AI drew: its file and its marks',
    access: ['ANTN_CREATE'],
    principals: [],
    body: deleteAiContourSchema,
    response: findingSchema,
  }),
  upsertFindingRelation: defineRoute({
    method: 'POST',
    path: '/findingrel/upsertFindingRel',
    summary: 'Tie a user finding to the AI finding that it was made from; once, however often sent',
    access: ['ANTN_CREATE'],
    principals: [],
    body: findingRelationFieldsSchema,
    response: findingRelationSchema,
  }),
  getFindingRelation: defineRoute({
    method: 'GET',
    path: '/findingrel/{id}',
    summary: 'One relation',
    access: ['ANTN_VIEW'],
    principals: [],
    params: byId,
    response: findingRelationSchema,
  }),
  listRelationsOfAiFinding: defineRoute({
    method: 'GET',
    path: '/findingrel/ai/{id}',
    summary: 'Relations of an AI finding, newest first',
    access: ['ANTN_VIEW'],
    principals: [],
    params: byId,
    response: pageSchema(findingRelationSchema),
  }),
};
