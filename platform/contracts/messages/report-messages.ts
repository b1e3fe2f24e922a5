import { listOf } from './list-of.ts';

/** Errors of reports and addenda. */
export const reportMessages = {
  REPORT_ID_TAKEN: 'Another report has this ID.',
  REPORT_NOT_AUTHOR: 'Only the author can change this report while it is being written.',
  REPORT_SIGNED: 'The report of this study is already signed.',
  REPORT_SIGNED_ADDENDUM: 'The report of this study is signed. Write an addendum instead.',
  REPORT_SIGNED_FINDINGS:
    'The report of this study is signed. Start an addendum to change its findings.',
  REPORT_SIGNED_REVIEW:
    'The report of this study is signed. Start an addendum to change the verdict on a scan.',
  REPORT_SIGNED_DENSITY:
    'The report of this study is signed. Start an addendum to change the breast density.',
  REPORT_SIGNED_SCAN:
    'A signed report covers this scan. The scan can’t be deleted. Write an addendum to correct the report.',
  REPORT_SIGNED_CORRECTION:
    'The report of this study is signed. The scan can’t be corrected. Write an addendum instead.',
  REPORT_SIGNED_TARGET:
    'The report of the selected study is signed. Select another study, or create a new one.',
  REPORT_SIGNED_NEW_SCAN:
    'The report of this study is signed. Scan into a new study, or start an addendum first.',
  REPORT_SIGNED_RESTORE:
    'A report of this study was signed after the scan was deleted. The scan can’t be restored.',
  REPORT_SIGNED_FILES:
    'A signed report is based on these images. They can’t be deleted or replaced. Write an addendum to correct the report, or record a new scan.',
  REPORT_NOT_INTACT:
    'The signed report or its images differ from what was signed, so no PDF is made. Ask the administrator to restore them from a backup.',
  LETTER_UNSIGNED:
    'The report is not signed, so there is no letter to the patient. Sign the report first.',
  LETTER_NO_CATEGORY:
    'The report has no BI-RADS category, on which the letter to the patient depends.',
  LETTER_PLACEHOLDER: ({
    text,
    placeholder,
    known,
  }: {
    readonly text: string;
    readonly placeholder: string;
    /** Names with braces, separated by commas. */
    readonly known: string;
  }) =>
    `The site’s text ${text} of the letter has the unknown placeholder {${placeholder}}. Ask the administrator to use one of ${known}.`,
  LETTER_VALUE_MISSING: ({
    text,
    placeholder,
  }: {
    readonly text: string;
    readonly placeholder: string;
  }) =>
    `The text ${text} of the letter needs {${placeholder}}, and the report has no value for it. Ask the administrator to remove the placeholder from this text.`,
  REPORT_VERSION_SIGNED: 'This version is already signed.',
  REPORT_NO_DRAFT: 'This version is no longer a draft. Save a new version with its own ID.',
  REPORT_DRAFT_REQUIRED: 'Only a draft can become preliminary.',
  REPORT_DISCARD_DRAFT: 'Only a draft can be discarded.',
  REPORT_PRELIMINARY_REQUIRED: 'Make the draft preliminary before you sign it.',
  REPORT_NEWER_PRELIMINARY:
    'A newer version of this report is preliminary. Sign the newer version, or save this version again.',
  REPORT_CATEGORIES:
    'A report needs a BI-RADS category for each scanned breast, and for no other breast.',
  REPORT_CHECKS: ({ points }: { readonly points: readonly string[] }) =>
    `The report can’t be signed yet. ${points.join(' ')}`,
  REPORT_SCAN_RUNNING: ({ scan, device }: { readonly scan: string; readonly device: string }) =>
    `Scan ${scan} of this study is being recorded by ${device}. Sign the report after the scan, or stop the scan first.`,
  REPORT_REREADING_OPEN: ({ scans }: { readonly scans: readonly string[] }) =>
    `The side of ${scans.length === 1 ? 'scan' : 'scans'} ${listOf(scans)} was corrected. Read this study again and confirm the corrected side, then complete the report.`,
  REPORT_IMAGES_CHANGED: ({ scans }: { readonly scans: readonly string[] }) =>
    `The images of ${scans.length === 1 ? 'scan' : 'scans'} ${listOf(scans)} changed after the report became preliminary. Read these images, then save a new version and make it preliminary.`,
  REPORT_MARKS_MISPLACED: ({ findings }: { readonly findings: readonly string[] }) =>
    `Marks of these findings lie where the scan has no image: ${listOf(findings)}. Draw or delete these marks, then complete the report.`,
  ADDENDUM_OF_SIGNED: 'Only a signed report can have addenda.',
  ADDENDUM_OPEN: 'Another addendum is being written. Sign or discard it first.',
  ADDENDUM_FINDINGS_CHANGED:
    'Findings have changed since the report was signed. Sign the addendum, or undo the changes.',
  ADDENDUM_REQUEST_OF_SIGNED:
    'The report is not signed. Write to its author, or wait for the signature.',
  ADDENDUM_REQUEST_CLOSED: 'This request for an addendum is already closed.',
  ADDENDUM_REQUEST_NOT_AUTHOR:
    'Only the user who asked for the addendum, or a reader, can close this request.',
  OUTCOME_ID_TAKEN:
    'An earlier attempt or another entry has this ID. Check the list of entries, then enter what is missing.',
  OUTCOME_OF_READER:
    'An outcome belongs to a finding of a report. Accept the proposal of the model first, then enter the outcome at the accepted finding.',
  OUTCOME_OF_RESEARCH:
    'A finding of a blind annotator is in no report. It can’t have an outcome. Choose a finding of the report.',
  OUTCOME_DELETED: 'This outcome is already deleted. The outcomes of the finding state the reason.',
  FOLLOW_UP_NOT_OPEN:
    'This study has no open follow-up of this breast: it has no signed report with one, or a later scan or outcome has ended it. Reload the list.',
  FOLLOW_UP_CLOSED:
    'The follow-up of this breast is already closed. The closed follow-ups state the reason.',
  FOLLOW_UP_GROWN:
    'A lesion of this breast has grown. Confirm that its follow-up can end without a scan or a pathology.',
  FOLLOW_UP_REOPENED: 'This follow-up was already reopened. Reload the list.',
  SIGN_USERS_ONLY: 'Only users can sign.',
  SIGN_TOO_MANY_PASSWORDS: 'Too many wrong passwords. Try again later.',
  SIGN_PASSWORD_WRONG: 'The password is wrong. Nothing was signed.',
};
