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
    axes: 'Tiefe und Kopf brauchen verschiedene Achsen',
  },
  cancel: 'Abbrechen',
  cancelImport: 'Import abbrechen',
  importing: 'Wird importiert …',
  submit: 'Importieren',
  reading: 'Der Server liest die Datei',
  sent: (sent: string, total: string) => `${sent} von ${total} gesendet`,
} satisfies Translation<typeof importTexts>;
