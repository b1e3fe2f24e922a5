import type { StudyState } from './study-document.ts';

/** State of the document while no study is open. */
export const NO_STUDY: StudyState = {
  status: 'empty',
  problem: null,
  patient: null,
  study: null,
  scans: [],
  targetScanId: null,
  findings: [],
  findingsByScan: {},
  hiddenFindingIds: new Set(),
  nipplesSetInSession: [],
  selectedFindingId: null,
  save: { kind: 'saved', atMs: null },
  rejections: {},
  conflict: null,
  canUndo: false,
  canRedo: false,
};
