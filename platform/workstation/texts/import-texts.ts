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
  fromHeader: 'Taken from the header of the file.',
  oblique:
    'Taken from the header of the file, whose axes are oblique: the volume is resampled to the axes of the patient.',
  notStated: 'The header of the file does not state these directions. Choose both.',
  scannerSpace: (space: string) =>
    `The header of the file names the space “${space}”, which has the directions of the scanner, not of the patient. Choose both directions.`,
  otherSpace: (space: string) =>
    `The header of the file names the space “${space}”, which has no directions of the patient. Choose both directions.`,
  noOrigin: 'The header of the file states no origin: 0, 0, 0 mm is used.',
  contradictsItself: (matrix: string, named: string) =>
    `The header of the file contradicts itself. Its matrix states ${matrix}; its AnatomicalOrientation states ${named}. Choose both directions.`,
  axesOf: (depth: string, head: string) => `depth ${depth}, head ${head}`,
  contradiction: 'The header of the file contradicts the entered directions',
  headerStates: (depth: string, head: string) => `Header: depth ${depth}; head ${head}`,
  youEntered: (depth: string, head: string) => `Entered: depth ${depth}; head ${head}`,
  whichCount: 'Which directions count?',
  headerCounts: 'Those of the header',
  enteredCount: 'The entered ones',
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
    depth: 'Choose the direction of depth',
    head: 'Choose the direction of the head',
    whichCount: 'Choose which directions count',
    axes: 'Depth and head need different axes',
  },
  cancel: 'Cancel',
  cancelImport: 'Cancel import',
  importing: 'Importing…',
  submit: 'Import',
  reading: 'The server is reading the file',
  sent: (sent: string, total: string) => `Sent ${sent} of ${total}`,
});
