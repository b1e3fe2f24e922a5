import { defineTexts } from '#foundation';

/** Texts of the file import. */
export const importTexts = defineTexts('import', {
  title: 'Import files',
  drop: 'Drop a MetaImage (.mha), NRRD (.nrrd) or DICOM ultrasound file here',
  choose: 'Choose file',
  chooseAnother: 'Choose another file',
  file: 'File to import',
  side: 'Side',
  depth: 'Direction of depth (from the skin inwards)',
  head: 'Direction of the patient’s head',
  assumed: 'The orientation is marked as assumed until it is confirmed on the images.',
  axes: {
    '+i': '1st axis, increasing (+i)',
    '-i': '1st axis, decreasing (−i)',
    '+j': '2nd axis, increasing (+j)',
    '-j': '2nd axis, decreasing (−j)',
    '+k': '3rd axis, increasing (+k)',
    '-k': '3rd axis, decreasing (−k)',
  },
  missing: {
    file: 'Choose a file',
    side: 'Choose the side shown in the file',
    axes: 'Depth and head need different axes',
  },
  cancel: 'Cancel',
  cancelImport: 'Cancel import',
  importing: 'Importing…',
  submit: 'Import',
  reading: 'The server is reading the file',
  sent: (sent: string, total: string) => `Sent ${sent} of ${total}`,
});
