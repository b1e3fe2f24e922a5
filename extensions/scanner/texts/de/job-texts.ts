/** Phases of the 3D reconstruction by their English texts, which the job reports. */
export const jobPhases = {
  'Reading raw sweeps': 'Roh-Sweeps werden gelesen',
  'Checking axis and tilt': 'Achse und Kippwinkel werden geprüft',
  Reconstructing: 'Rekonstruktion läuft',
  'Finding the skin': 'Haut wird gesucht',
  'Writing the volume': 'Volumen wird gespeichert',
};

const REPEAT_SCAN = 'Wiederholen Sie den Scan.';

/** Problems of the 3D reconstruction by code. */
export const jobProblems = {
  RAW_SWEEPS_MISSING: { title: 'Der Scan hat keine Roh-Sweeps', next: REPEAT_SCAN },
  RAW_SWEEP_MISSING: { title: 'Ein Roh-Sweep des Scans fehlt', next: REPEAT_SCAN },
  RAW_SWEEP_UNREADABLE: {
    title: 'Ein Roh-Sweep kann nicht rekonstruiert werden',
    next: REPEAT_SCAN,
  },
  WRONG_SIDE: {
    title: 'Die Seiten der Rohdaten und des Scans stimmen nicht überein',
    next: 'Befunden Sie diesen Scan nicht. Wiederholen Sie den Scan mit der richtigen Seite.',
  },
  VOLUME_SIZE_IMPOSSIBLE: {
    title: 'Die Größe des Volumens wird nicht unterstützt',
    next: 'Prüfen Sie die Voxelgröße in den Einstellungen der Erweiterung „Scanner“.',
  },
};
