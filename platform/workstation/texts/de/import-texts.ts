import type { Translation } from '#foundation';
import type { importTexts } from '../import-texts.ts';

export const imports = {
  title: 'Dateien importieren',
  drop: 'MetaImage- (.mha), NRRD- (.nrrd) oder DICOM-Ultraschalldatei hier ablegen',
  choose: 'Datei wählen',
  chooseAnother: 'Andere Datei wählen',
  file: 'Zu importierende Datei',
  side: 'Seite',
  depth: 'Richtung der Tiefe (von der Haut nach innen)',
  head: 'Richtung zum Kopf der Patientin',
  fromHeader: 'Aus dem Header der Datei.',
  oblique:
    'Aus dem Header der Datei, dessen Achsen schräg liegen: Das Volumen wird auf die Achsen der Patientin umgerechnet.',
  notStated: 'Der Header der Datei gibt diese Richtungen nicht an. Wählen Sie beide.',
  scannerSpace: (space: string) =>
    `Der Header der Datei nennt den Raum „${space}“, der die Richtungen des Scanners hat, nicht die der Patientin. Wählen Sie beide Richtungen.`,
  otherSpace: (space: string) =>
    `Der Header der Datei nennt den Raum „${space}“, der keine Richtungen der Patientin hat. Wählen Sie beide Richtungen.`,
  noOrigin: 'Der Header der Datei gibt keinen Ursprung an: 0, 0, 0 mm wird verwendet.',
  contradictsItself: (matrix: string, named: string) =>
    `Der Header der Datei widerspricht sich. Seine Matrix gibt ${matrix} an, seine AnatomicalOrientation ${named}. Wählen Sie beide Richtungen.`,
  axesOf: (depth: string, head: string) => `Tiefe ${depth}, Kopf ${head}`,
  contradiction: 'Der Header der Datei widerspricht den angegebenen Richtungen',
  headerStates: (depth: string, head: string) => `Header: Tiefe ${depth}; Kopf ${head}`,
  youEntered: (depth: string, head: string) => `Angegeben: Tiefe ${depth}; Kopf ${head}`,
  whichCount: 'Welche Richtungen gelten?',
  headerCounts: 'Die des Headers',
  enteredCount: 'Die angegebenen',
  assumed: 'Die Ausrichtung gilt als angenommen, bis sie an den Bildern bestätigt ist.',
  axes: {
    '+i': '1. Achse, aufsteigend (+i)',
    '-i': '1. Achse, absteigend (−i)',
    '+j': '2. Achse, aufsteigend (+j)',
    '-j': '2. Achse, absteigend (−j)',
    '+k': '3. Achse, aufsteigend (+k)',
    '-k': '3. Achse, absteigend (−k)',
  },
  missing: {
    file: 'Datei wählen',
    side: 'Seite wählen, die die Datei zeigt',
    depth: 'Richtung der Tiefe wählen',
    head: 'Richtung zum Kopf wählen',
    whichCount: 'Wählen, welche Richtungen gelten',
    axes: 'Tiefe und Kopf brauchen verschiedene Achsen',
  },
  cancel: 'Abbrechen',
  cancelImport: 'Import abbrechen',
  importing: 'Wird importiert …',
  submit: 'Importieren',
  reading: 'Der Server liest die Datei',
  sent: (sent: string, total: string) => `${sent} von ${total} gesendet`,
} satisfies Translation<typeof importTexts>;
