const COPY_AGAIN =
  'Kopieren Sie die Datei erneut. Besteht der Fehler weiterhin, exportieren Sie sie erneut aus der Quelle.';
const EXPORT_AGAIN =
  'Exportieren Sie die Datei erneut aus dem Programm, das sie erzeugt hat, und importieren Sie die neue Kopie.';
const TRY_AGAIN =
  'Versuchen Sie es erneut. Besteht der Fehler weiterhin, prüfen Sie den Datenträger des Servers.';
const exportSmallerOrRaise = (setting: string): string =>
  `Exportieren Sie einen kleineren Bereich oder einen gröberen Abstand, oder bitten Sie die Administration, ${setting} zu erhöhen.`;
const CHECK_UNIT =
  'Prüfen Sie die Einheit der Voxelgröße, und exportieren Sie die Datei erneut in Millimetern. Messungen brauchen sie.';
const SET_NIPPLE = 'Setzen Sie die Mamille manuell.';

/**
 * German texts of Problems that the server passes on with their code: imported files, stored files,
 * models of the nipple, jobs and datasets.
 */
export const serverProblems = {
  DICOM_NOT_RECOGNISED: {
    title: 'Das ist keine DICOM-Datei',
    next: 'Wählen Sie eine DICOM-Datei (PS3.10), wie ein Gerät oder ein Archiv sie exportiert.',
  },
  DICOM_DAMAGED: { title: 'Die DICOM-Datei kann nicht gelesen werden', next: COPY_AGAIN },
  DICOM_TRUNCATED: { title: 'Die DICOM-Datei ist kürzer als angegeben', next: COPY_AGAIN },
  DICOM_WRONG_SOP_CLASS: {
    title: 'Dieses DICOM-Objekt ist kein Ultraschallbild',
    next: 'Wählen Sie ein Ultrasound Image oder ein Ultrasound Multi-frame Image.',
  },
  DICOM_WRONG_TRANSFER_SYNTAX: {
    title: 'Die Kompression dieses DICOM-Bildes wird nicht unterstützt',
    next: 'Exportieren Sie das Bild unkomprimiert oder als JPEG Baseline.',
  },
  DICOM_PIXELS_NOT_SUPPORTED: {
    title: 'Diese Art von DICOM-Bild wird nicht unterstützt',
    next: 'Exportieren Sie das Bild als 8-Bit-RGB, in Graustufen (MONOCHROME2) oder mit Farbpalette.',
  },
  DICOM_TOO_LARGE: { title: 'Das Bild ist zu groß', next: 'Exportieren Sie weniger Einzelbilder.' },
  DICOM_FRAME_DAMAGED: {
    title: 'Ein Einzelbild des DICOM-Bildes kann nicht dekodiert werden',
    next: COPY_AGAIN,
  },

  VOLUME_TRUNCATED: { title: 'Die Datei ist kürzer, als ihr Header angibt', next: COPY_AGAIN },
  VOLUME_OVERLONG: { title: 'Die Datei ist länger, als ihr Header angibt', next: EXPORT_AGAIN },
  VOLUME_TOO_LARGE: {
    title: 'Das Bild ist zu groß',
    next: 'Prüfen Sie die Größen im Header, oder exportieren Sie einen kleineren Bereich oder einen gröberen Abstand.',
  },
  VOLUME_HEADER_TOO_LONG: { title: 'Der Header hat kein Ende', next: EXPORT_AGAIN },
  VOLUME_HEADER_INVALID: {
    title: 'Der Header der Datei kann nicht gelesen werden',
    next: EXPORT_AGAIN,
  },
  VOLUME_NOT_RECOGNISED: {
    title: 'Die Datei ist keine NRRD- oder MetaImage-Datei',
    next: 'Wählen Sie eine .nrrd- oder .mha-Datei, die Header und Bild in einer Datei enthält.',
  },
  VOLUME_NOT_SUPPORTED: {
    title: 'Diese Art von Volumendatei wird nicht unterstützt',
    next: EXPORT_AGAIN,
  },
  VOLUME_UNKNOWN_ENCODING: {
    title: 'Unbekannte Kodierung des Bildes',
    next: 'Speichern Sie die Datei mit einer unterstützten Kodierung.',
  },
  VOLUME_CORRUPT: { title: 'Das komprimierte Bild ist beschädigt', next: COPY_AGAIN },
  NRRD_NOT_A_VOLUME: {
    title: 'Diese NRRD-Datei ist kein Volumen im Patientenraum',
    next: 'Verwenden Sie eine Datei aus diesem Programm, oder importieren Sie das Volumen mit seiner Ausrichtung.',
  },

  IMPORT_SAME_AXIS: {
    title: 'Tiefe und Kopf liegen auf derselben Achse der Datei',
    next: 'Wählen Sie zwei verschiedene Achsen der Datei für Tiefe und Kopf.',
  },
  IMPORT_IS_A_SWEEP: {
    title: 'Die Datei enthält die Rohbilder eines Sweeps, kein Volumen',
    next: 'Rekonstruieren Sie aus dem Sweep ein Volumen, und importieren Sie dieses.',
  },
  IMPORT_DIRECTIONS: {
    title: 'Die Achsen der Datei stehen nicht senkrecht aufeinander',
    next: 'Rechnen Sie das Volumen auf ein rechtwinkliges Gitter um, und importieren Sie die neue Datei.',
  },
  IMPORT_NO_DIRECTION: {
    title: 'Eine Achse der Datei hat keine Richtung',
    next: 'Exportieren Sie ein einzelnes 3D-Bild mit einer Richtung für jede seiner drei Achsen.',
  },
  IMPORT_DIRECTION_COMPONENTS: {
    title: 'Die Richtungen der Datei sind nicht dreidimensional',
    next: 'Exportieren Sie ein einzelnes 3D-Bild in einem dreidimensionalen Raum.',
  },
  IMPORT_ZERO_DIRECTION: {
    title: 'Eine Richtung der Datei hat die Länge 0',
    next: 'Exportieren Sie die Datei erneut mit der Richtung jeder Achse.',
  },
  IMPORT_DIRECTION_LENGTH: {
    title: 'Die Richtungen der Datei haben nicht die Länge 1',
    next: 'Exportieren Sie die Datei erneut mit Richtungen der Länge 1.',
  },
  IMPORT_FLAT_DIRECTIONS: {
    title: 'Die Achsen der Datei liegen in einer Ebene',
    next: 'Exportieren Sie die Datei erneut mit den Richtungen aller drei Achsen.',
  },
  IMPORT_SPACING: {
    title: 'Die Voxelgröße ist für Brustultraschall unmöglich',
    next: CHECK_UNIT,
  },
  IMPORT_EXTENT: {
    title: 'Die Größe des Volumens ist für Brustultraschall unmöglich',
    next: CHECK_UNIT,
  },
  IMPORT_ORIGIN: {
    title: 'Die Lage des Volumens ist unmöglich',
    next: 'Prüfen Sie die Einheit des Ursprungs, und exportieren Sie die Datei erneut in Millimetern.',
  },
  IMPORT_UNKNOWN_SPACE: {
    title: 'Der Header nennt einen unbekannten Raum',
    next: 'Exportieren Sie die Datei im Raum left-posterior-superior, right-anterior-superior oder left-anterior-superior.',
  },
  IMPORT_UNITS: {
    title: 'Die Voxelgröße ist nicht in Millimetern angegeben',
    next: 'Exportieren Sie die Datei erneut mit allen Längen in Millimetern. Messungen brauchen sie.',
  },
  IMPORT_NO_ORIENTATION: {
    title: 'Der Header gibt nicht an, wie das Volumen in der Patientin liegt',
    next: 'Geben Sie die Achsen von Tiefe und Kopf an.',
  },
  IMPORT_CONTRADICTION: {
    title: 'Der Header der Datei widerspricht den angegebenen Richtungen',
    next: 'Verwenden Sie die Richtungen des Headers, oder bestätigen Sie, dass die angegebenen gelten.',
  },
  IMPORT_RESAMPLED_TOO_LARGE: {
    title: 'Das Volumen ist in den Achsen der Patientin zu groß',
    next: 'Exportieren Sie einen kleineren Bereich oder einen gröberen Abstand, oder rechnen Sie das Volumen vorher auf die Achsen der Patientin um.',
  },
  IMPORT_UNKNOWN_FORMAT: {
    title: 'Unbekanntes Dateiformat',
    next: 'Wählen Sie ein Volumen (.mha oder .nrrd) oder ein DICOM-Ultraschallbild.',
  },
  IMPORT_NO_SPACING: {
    title: 'Die Datei enthält keine Voxelgröße',
    next: 'Exportieren Sie die Datei erneut mit der Voxelgröße in Millimetern. Messungen brauchen sie.',
  },
  IMPORT_NOT_THREE_AXES: {
    title: 'Die Datei ist kein Volumen',
    next: 'Wählen Sie eine Datei mit einem 3D-Bild.',
  },
  IMPORT_NOT_SPATIAL: {
    title: 'Die Datei ist kein Volumen eines einzelnen Bildes',
    next: 'Exportieren Sie ein einzelnes 3D-Bild in Graustufen, ohne Achse für Zeit oder Farbe.',
  },
  IMPORT_NOT_NUMBERS: {
    title: 'Das Bild enthält ungültige Werte',
    next: 'Exportieren Sie das Volumen erneut aus der Quelle.',
  },
  IMPORT_UNPACKED_SIZE: {
    title: 'Das entpackte Bild ist für diese Installation zu groß',
    next: exportSmallerOrRaise('limits.importUnpackedMb'),
  },
  IMPORT_OUT_OF_MEMORY: {
    title: 'Das Lesen der Datei braucht zu viel Arbeitsspeicher',
    next: exportSmallerOrRaise('limits.importMemoryMb'),
  },
  IMPORT_TOO_SLOW: {
    title: 'Das Lesen der Datei dauert zu lange',
    next: exportSmallerOrRaise('limits.importSeconds'),
  },
  IMPORT_STOPPED: {
    title: 'Der Import wurde abgebrochen',
    next: 'Importieren Sie die Datei erneut.',
  },
  IMPORT_FAILED: { title: 'Die Datei kann nicht gelesen werden', next: COPY_AGAIN },

  STORAGE_FULL: {
    title: 'Der Speicherplatz für Dateien ist voll',
    next: 'Schaffen Sie Speicherplatz, und senden Sie die Datei erneut.',
  },
  UPLOAD_BROKEN: {
    title: 'Die Datei wurde unvollständig übertragen',
    next: 'Senden Sie die Datei erneut.',
  },
  STORAGE_FAILED: {
    title: 'Der Server konnte auf die Datei nicht zugreifen',
    next: TRY_AGAIN,
  },
  FILE_MISSING: {
    title: 'Die gespeicherte Datei fehlt',
    next: 'Stellen Sie die Datei aus einer Sicherung wieder her, oder erzeugen Sie sie neu.',
  },
  FILE_CORRUPT: {
    title: 'Die gespeicherte Datei wurde verändert oder beschädigt',
    next: 'Verwenden Sie die Datei nicht. Stellen Sie sie aus einer Sicherung wieder her, oder erzeugen Sie sie neu.',
  },
  CHECKSUM_MISMATCH: {
    title: 'Der Inhalt stimmt nicht mit der angekündigten Prüfsumme überein',
    next: 'Senden Sie die Datei erneut.',
  },
  TOO_LARGE: { title: 'Die Datei ist zu groß', next: 'Senden Sie eine kleinere Datei.' },
  ENCRYPTION_UNAVAILABLE: {
    title: 'Dieser Standort hat keinen Schlüssel für verschlüsselte Dateien',
    next: 'Bitten Sie die Administration, einen Schlüssel einzurichten.',
  },
  ENCRYPTION_KEY_MISSING: {
    title: 'Der Schlüssel einer verschlüsselten Datei fehlt',
    next: 'Wenden Sie sich an die Administration.',
  },
  SKIN_UNREADABLE: {
    title: 'Die Höhenkarte der Haut konnte nicht gelesen werden',
    next: 'Führen Sie die 3D-Rekonstruktion dieses Scans erneut aus.',
  },

  INFERENCE_STOPPED: {
    title: 'Die Suche nach der Mamille wurde abgebrochen',
    next: 'Versuchen Sie es erneut, oder setzen Sie die Mamille manuell.',
  },
  NIPPLE_MODEL_BUSY: {
    title: 'Das Modell für die Mamille ist ausgelastet',
    next: 'Versuchen Sie es gleich erneut, oder setzen Sie die Mamille manuell.',
  },
  NIPPLE_MODEL_FAILED: {
    title: 'Das Modell für die Mamille ist mehrmals fehlgeschlagen',
    next: SET_NIPPLE,
  },
  NIPPLE_MODEL_SLOW: {
    title: 'Das Modell für die Mamille hat zu lange gebraucht',
    next: SET_NIPPLE,
  },
  NIPPLE_ANSWER_INVALID: {
    title: 'Das Modell hat keine Position im Volumen gefunden',
    next: SET_NIPPLE,
  },

  SCAN_DELETED: { title: 'Der Scan wurde gelöscht', next: 'Wählen Sie einen anderen Scan.' },
  FILES_SIGNED: {
    title: 'Ein signierter Befund beruht auf den Bildern dieses Scans',
    next: 'Schreiben Sie einen Nachtrag, um den Befund zu korrigieren, oder nehmen Sie einen neuen Scan auf.',
  },
  JOB_FAILED: {
    title: 'Der Auftrag ist fehlgeschlagen',
    next: 'Versuchen Sie es erneut. Besteht der Fehler weiterhin, wenden Sie sich an die Administration.',
  },
  JOB_WORKER_DIED: {
    title: 'Der Auftrag endete ohne Ergebnis',
    next: 'Starten Sie den Auftrag erneut. Besteht der Fehler weiterhin, wenden Sie sich an die Administration.',
  },
  JOB_WORKER_REVOKED: {
    title: 'Der Worker dieses Auftrags wurde entzogen',
    next: 'Bitten Sie die Administration um einen Worker, und starten Sie den Auftrag dann erneut.',
  },
  DATASET_PROCESS_DIED: {
    title: 'Der Export endete ohne Ergebnis',
    next: 'Exportieren Sie erneut. Besteht der Fehler weiterhin, lesen Sie das Protokoll des Servers.',
  },
  DATASET_TOO_SLOW: {
    title: 'Der Export hat zu lange gedauert',
    next: 'Exportieren Sie weniger Scans auf einmal.',
  },
  DATASET_FAILED: {
    title: 'Der Export ist fehlgeschlagen',
    next: 'Exportieren Sie erneut. Besteht der Fehler weiterhin, lesen Sie das Protokoll des Servers.',
  },
  DATASET_NO_VOLUMES: {
    title: 'Der Datensatz hat kein Volumen',
    next: 'Ändern Sie den Filter, oder stellen Sie die beschädigten Dateien aus einer Sicherung wieder her.',
  },
  DATASET_INDEX_TOO_LONG: {
    title: 'Der Datensatz hat zu viele Markierungen',
    next: 'Exportieren Sie weniger Scans auf einmal.',
  },
};
