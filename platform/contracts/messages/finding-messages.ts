/** Errors of findings and their relations. */
export const findingMessages = {
  FINDING_ID_TAKEN: 'Another finding has this ID, or this finding has changed in the meantime.',
  MARK_ID_TAKEN: 'A mark with this ID already exists.',
  AI_FINDING_READ_ONLY: 'AI findings can’t be edited. Edit a copy instead.',
  AI_FINDING_KEPT: 'AI findings can’t be deleted. Hide the finding instead.',
  AI_RUN_MASKS_DIFFER:
    'The AI run was stored with other masks. Send the masks of the first call, or a new run.',
  AI_RUN_ID_TAKEN: 'Another AI run has this ID, or was stored with other content.',
  NOT_AI_RUN_FINDING: 'Only AI findings of a recorded run can be accepted or rejected.',
  RELATION_ENDS: 'A relation connects a user finding with an AI finding.',
  FINDINGS_OF_TWO_SCANS: 'The findings belong to different scans.',
};
