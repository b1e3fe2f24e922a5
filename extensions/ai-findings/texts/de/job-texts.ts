/** Phases of the automatic detection by their English texts, which the job reports. */
export const jobPhases = {
  'Reading the volume': 'Volumen wird gelesen',
  'Searching for lesions': 'Läsionen werden gesucht',
};

/** Problems of the automatic detection by code. */
export const jobProblems = {
  VOLUME_MISSING: {
    title: 'Der Scan hat kein 3D-Volumen',
    next: 'Warten Sie, bis das Volumen rekonstruiert ist, und starten Sie die Erkennung erneut.',
  },
  DYNAMIC_RANGE_UNKNOWN: {
    title: 'Der Dynamikbereich des Volumens ist unbekannt',
    next: 'Verwenden Sie ein Volumen, dessen Scan den Dynamikbereich in dB angibt.',
  },
  DYNAMIC_RANGE_TOO_SMALL: {
    title: 'Der Dynamikbereich des Volumens liegt außerhalb des Einsatzbereichs der Modelle',
    next: 'Scannen Sie mit einem Dynamikbereich von mindestens 50 dB.',
  },
  VOLUME_TOO_LARGE: {
    title: 'Das Volumen ist größer als jede Aufnahme einer Brust',
    next: 'Importieren Sie das Volumen erneut mit seiner Voxelgröße in Millimetern.',
  },
  VOLUME_GRID_INVALID: {
    title: 'Die Größe des Volumens widerspricht seinen Daten',
    next: 'Laden Sie das Volumen neu oder rekonstruieren Sie es.',
  },
  NIPPLE_PROPOSAL_INVALID: {
    title: 'Der Ort der Mamille aus dem Modell ist ungültig',
    next: 'Setzen Sie die Mamille manuell.',
  },
  PROPOSAL_INVALID: {
    title: 'Die Läsionen des Modells sind ungültig',
    next: 'Keine Läsion wurde gespeichert. Melden Sie dies der Betreuung des Modells.',
  },
};
