import type * as lists from '../../enumerations.ts';
import type { CodeList } from '../../enumerations.ts';

/** Labels by code; every code is translated. */
type Labels<List> = List extends CodeList<infer Code> ? Readonly<Record<Code, string>> : never;

/** Labels of enumerations that users see, by area. */
export const labels = {
  'labels.laterality': { L: 'Links', R: 'Rechts', B: 'Beidseits' } satisfies Labels<
    typeof lists.laterality
  >,
  'labels.scanSide': { L: 'Links', R: 'Rechts' } satisfies Labels<typeof lists.scanSide>,
  'labels.role': {
    ADMIN: 'Administration',
    OPERATOR: 'Untersuchung',
    PHYSICIAN: 'Befundung',
    VIEWER: 'Nur Ansicht',
    BLIND_ANNOTATOR: 'Verblindete Annotation',
  } satisfies Labels<typeof lists.role>,
  'labels.generator': {
    USER: 'Person',
    AI: 'AI Segment',
    AIAD: 'AI Auto Detect',
  } satisfies Labels<typeof lists.generator>,
  'labels.aiTask': {
    DETECTION: 'Erkennung',
    SEGMENTATION: 'Segmentierung',
  } satisfies Labels<typeof lists.aiTask>,
  'labels.aiDecision': {
    ACCEPTED: 'Übernommen',
    REJECTED: 'Abgelehnt',
  } satisfies Labels<typeof lists.aiDecision>,
  'labels.aiRejectionReason': {
    NORMAL_TISSUE: 'Normales Gewebe',
    SHADOW: 'Schallschatten',
    ARTEFACT: 'Artefakt',
    NIPPLE: 'Mamille oder Warzenhof',
    KNOWN_BENIGN: 'Bekannte gutartige Läsion',
    WRONG_EXTENT: 'Falscher Ort oder Umfang',
    DUPLICATE: 'Doppelt vorhanden',
  } satisfies Labels<typeof lists.aiRejectionReason>,
  'labels.markType': {
    ARROW: 'Pfeil',
    ELLIPTICAL: 'Ellipse',
    FREEHAND: 'Freihand',
    LENGTH: 'Länge',
    TEXT: 'Text',
    SELECTMARK: 'Auswahl',
    PLANELOCATOR: 'Ebenenmarke',
    CROSS: 'Kreuz',
    BOUNDING_BOX: 'Rahmen',
  } satisfies Labels<typeof lists.markType>,
  'labels.planeView': {
    SAG: 'Sagittal',
    COR: 'Koronal',
    RAD: 'Radiär',
    TRA: 'Transversal',
    CEN: 'Rohbild zentral',
    PER: 'Rohbild peripher',
  } satisfies Labels<typeof lists.planeView>,
  'labels.sex': { FEMALE: 'Weiblich', MALE: 'Männlich' } satisfies Labels<typeof lists.sex>,
  'labels.scanProtocol': { FULL: 'Vollständig', UQQ: 'Obere Quadranten' } satisfies Labels<
    typeof lists.scanProtocol
  >,
  'labels.patientPosition': { SUPINE: 'Rückenlage', STANDING: 'Stehend' } satisfies Labels<
    typeof lists.patientPosition
  >,
  'labels.scanState': {
    N: 'Nicht begonnen',
    I: 'Begonnen, unvollständig',
    C: 'Abgeschlossen',
  } satisfies Labels<typeof lists.scanState>,
  'labels.jobStatus': {
    NOT_STARTED: 'In Warteschlange',
    IN_PROGRESS: 'Läuft',
    COMPLETED: 'Fertig',
    FAILED: 'Fehlgeschlagen',
    CANCELLED: 'Abgebrochen',
  } satisfies Labels<typeof lists.jobStatus>,
  'labels.jobType': {
    R3D: '3D-Rekonstruktion',
    AUTO_DETECTION: 'Automatische Erkennung',
    DICOM_3D_TO_PACS: 'Übertragung ins Archiv',
  } satisfies Labels<typeof lists.jobType>,
  'labels.recurrence': {
    DAILY: 'Täglich',
    WEEKLY: 'Wöchentlich',
    ANNUALLY: 'Jährlich',
  } satisfies Labels<typeof lists.recurrence>,
  'labels.cronJobType': {
    TEST_JOB: 'Test',
    CLOUD_SYNC: 'Cloud-Synchronisierung',
  } satisfies Labels<typeof lists.cronJobType>,
  'labels.cloudSyncJobType': {
    SYNC_ALL_AUTO: 'Alles, nach Zeitplan',
    SYNC_ALL_MANUAL: 'Alles, manuell',
    DOWNLOAD_ALL: 'Alles herunterladen',
    SYNC_PATIENT: 'Eine Patientin',
  } satisfies Labels<typeof lists.cloudSyncJobType>,
  'labels.cloudSyncStatus': {
    NOT_STARTED: 'Bereit',
    SYNCING: 'Läuft',
    CANCELLED: 'Abgebrochen',
    OFFLINE: 'Offline',
    FAILED: 'Fehlgeschlagen',
    DONE: 'Fertig',
    STOPPING: 'Wird gestoppt',
  } satisfies Labels<typeof lists.cloudSyncStatus>,
  'labels.bodyPart': { L_BREAST: 'Linke Brust', R_BREAST: 'Rechte Brust' } satisfies Labels<
    typeof lists.bodyPart
  >,
  'labels.menopause': {
    PRE: 'Prämenopausal',
    PERI: 'Perimenopausal',
    POST: 'Postmenopausal',
  } satisfies Labels<typeof lists.menopause>,
  'labels.smoking': { NO: 'Raucht nicht', SMOKER: 'Raucht' } satisfies Labels<typeof lists.smoking>,
  'labels.pregnancy': { NO: 'Nicht schwanger', PREGNANT: 'Schwanger' } satisfies Labels<
    typeof lists.pregnancy
  >,
  'labels.ethnicity': {
    NATIVE: 'Amerikanische oder Alaska-Ureinwohnerin',
    ASIAN: 'Asiatisch',
    BLACK: 'Schwarz oder afroamerikanisch',
    HISP: 'Hispanisch oder lateinamerikanisch',
    PACI: 'Hawaii oder pazifische Inseln',
    WHITE: 'Weiß',
    OTHER: 'Andere',
  } satisfies Labels<typeof lists.ethnicity>,
  'labels.attachmentType': {
    MAMMOGRAM: 'Mammographie',
    ULTRASOUND: 'Ultraschall',
    MRI: 'MRT',
    REPORT: 'Befund',
  } satisfies Labels<typeof lists.attachmentType>,
  'labels.uploadStatus': { P: 'Wird hochgeladen', D: 'Fertig' } satisfies Labels<
    typeof lists.uploadStatus
  >,
  'labels.reportState': {
    DRAFT: 'Entwurf',
    PRELIMINARY: 'Vorläufig',
    SIGNED: 'Signiert',
    ADDENDUM: 'Nachtrag',
  } satisfies Labels<typeof lists.reportState>,
  'labels.outcomeKind': {
    BIOPSY: 'Biopsie',
    SURGERY: 'Operation',
    FOLLOW_UP: 'Verlaufskontrolle',
  } satisfies Labels<typeof lists.outcomeKind>,
  'labels.outcomeResult': {
    MALIGNANT: 'Bösartig',
    HIGH_RISK: 'Risikoläsion',
    BENIGN: 'Gutartig',
    STABLE: 'Stabil',
    RESOLVED: 'Nicht mehr nachweisbar',
    GROWN: 'Gewachsen oder verändert',
  } satisfies Labels<typeof lists.outcomeResult>,
  'labels.followUpReason': {
    GROWN: 'Läsion gewachsen',
    NO_RESULT: 'BI-RADS 4/5 ohne Ergebnis',
    CATEGORY_3: 'Kategorie 3',
    INTERVAL: 'Intervall des Befunds',
    ADDENDUM: 'Nachtrag angefordert',
  } satisfies Labels<typeof lists.followUpReason>,
  'labels.closureReason': {
    DECLINED: 'Patientin lehnt ab',
    ELSEWHERE: 'Kontrolle an anderer Stelle',
    MOVED: 'Verzogen',
    DECEASED: 'Verstorben',
    OTHER: 'Anderer Grund',
  } satisfies Labels<typeof lists.closureReason>,
  'labels.studyPriority': {
    ROUTINE: 'Routine',
    URGENT: 'Dringend',
    STAT: 'Notfall',
  } satisfies Labels<typeof lists.studyPriority>,
  'labels.readingState': {
    NEW: 'Neu',
    IN_PROGRESS: 'In Arbeit',
    PRELIMINARY: 'Vorläufig',
    SIGNED: 'Signiert',
    ADDENDUM: 'Nachtrag',
  } satisfies Labels<typeof lists.readingState>,
};
