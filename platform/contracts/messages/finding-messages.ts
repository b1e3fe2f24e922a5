/** Errors of findings and their relations. */
export const findingMessages = {
  FINDING_ID_TAKEN: 'Another finding has this ID, or this finding has changed in the meantime.',
  MARK_ID_TAKEN: 'A mark with this ID already exists.',
  AI_FINDING_READ_ONLY: 'AI findings can’t be edited. Edit a copy instead.',
  RELATION_ENDS: 'A relation connects a user finding with an AI finding.',
  FINDINGS_OF_TWO_SCANS: 'The findings belong to different scans.',
};
