/** Errors of reader studies. */
export const readerStudyMessages = {
  READER_STUDY_EMPTY:
    'No studies with a completed scan and a volume match the filter. Change the filter.',
  READER_STUDY_TOO_LARGE: ({
    count,
    maximum,
  }: {
    readonly count: number;
    readonly maximum: number;
  }) =>
    `${count} studies match the filter. A reader study can have up to ${maximum}. Narrow the filter.`,
  READER_STUDY_NAME_TAKEN: 'Another reader study has this name.',
  READER_STUDY_READER: ({ name }: { readonly name: string }) =>
    `${name} can’t create findings or is locked. Choose another reader.`,
  READER_STUDY_NOT_DRAFT: 'Only a draft can be changed, opened or deleted.',
  READER_STUDY_NOT_OPEN: 'The reader study is not open.',
  READER_STUDY_CASES_MISSING: ({ count }: { readonly count: number }) =>
    `${count} of the cases were deleted or have no completed scan any more. Save the draft again to select the cases again.`,
  READER_STUDY_REFERENCE_READS:
    'This account reads the cases itself. Choose another account as the reference.',
  READING_OPEN:
    'Another case is already open. Complete that case first; an account has one open case at a time.',
  READING_ALL_DONE: 'No case of this reader study is left to read.',
  READING_WASHOUT: ({ opensAt }: { readonly opensAt: string }) =>
    `The washout has not ended. Session 2 opens on ${opensAt}.`,
  READING_AI_READ_ONLY:
    'AI findings can’t be changed, accepted or rejected in a case of a reader study, because other readers would see the change. Mark the lesion with a tool.',
  READING_NO_AI_RUN:
    'AI can’t be run in a case of a reader study, because its results would differ between the readers.',
  READING_COMPLETED: 'This case is completed.',
  READING_NO_SCANS:
    'The study of this case was deleted or has no completed scan any more. Continue with the next case.',
  READING_NO_RETURN: 'Completed cases of this reader study can’t be opened again.',
  READING_NOT_LAST: 'Only the last completed case can be opened again.',
} as const;
