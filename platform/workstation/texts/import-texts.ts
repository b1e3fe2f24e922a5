import { defineTexts } from '#foundation';

/** Texts of the file import. */
export const importTexts = defineTexts('import', {
  title: 'Import files',
  drop: 'Drop a MetaImage (.mha), NRRD (.nrrd) or DICOM ultrasound file here',
  choose: 'Choose file',
  chooseAnother: 'Choose another file',
  file: 'File to import',
  side: 'Side',
  depth: 'Depth, from the skin inwards, runs along',
  head: 'The head of the patient lies towards',
  assumed: 'Until someone confirms it at the images, the orientation counts as assumed.',
  axes: {
    '+i': '1st axis, towards its end (+i)',
    '-i': '1st axis, towards its beginning (−i)',
    '+j': '2nd axis, towards its end (+j)',
    '-j': '2nd axis, towards its beginning (−j)',
    '+k': '3rd axis, towards its end (+k)',
    '-k': '3rd axis, towards its beginning (−k)',
  },
  missing: {
    file: 'Choose a file',
    side: 'Choose the side that the file shows',
    axes: 'Depth and head cannot lie along the same axis of the file',
  },
  cancel: 'Cancel',
  cancelImport: 'Cancel import',
  importing: 'Importing…',
  submit: 'Import',
  reading: 'The server reads the file',
  sent: (sent: string, total: string) => `Sent ${sent} of ${total}`,
});
