import type { PartialTranslation } from '#foundation';
import type { CorrectedPart } from '../../messages/record-messages.ts';
import type { ServerMessageTexts } from '../../messages/server-message.ts';
import { readerStudyMessages } from './reader-study-messages.ts';

/** Joins names: `a`, `a und b`, `a, b und c`. */
const listOf = (names: readonly string[]): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} und ${names[names.length - 1]}`;

const CORRECTED_PARTS: Readonly<Record<CorrectedPart, string>> = {
  SIDE: 'Seite',
  POSITION: 'Lagerung',
  STUDY: 'Studie',
  NIPPLE: 'Mamille',
  DENSITY: 'Dichte',
  REVIEW: 'Beurteilung',
  FINDINGS: 'Läsionen',
};

/**
 * German texts of the server messages that users can see. Messages for programs, such as those of
 * uploads in chunks, stay English.
 */
export const serverMessages = {
  ...readerStudyMessages,
  SIGN_IN_REQUIRED: 'Melden Sie sich an, um fortzufahren.',
  API_KEY_INVALID: 'Diese Seite ist veraltet. Laden Sie sie neu.',
  NOT_PERMITTED: 'Ihr Konto ist dafür nicht berechtigt.',
  PASSWORD_CHANGE_REQUIRED: 'Wählen Sie ein neues Passwort, um fortzufahren.',
  TOO_MANY_CALLS: 'Diese Sitzung sendet zu viele Anfragen. Warten Sie einen Moment.',
  TOO_MANY_ATTEMPTS: 'Zu viele Versuche aus diesem Netzwerk. Versuchen Sie es später erneut.',
  VALIDATION_FAILED: 'Einige Felder sind ungültig.',
  BODY_TOO_LARGE: 'Der Inhalt ist für diese Anfrage zu groß.',
  REQUEST_MALFORMED: 'Die Anfrage ist fehlerhaft.',
  ADDRESS_MALFORMED: 'Die Adresse ist fehlerhaft.',
  VERSION_CONFLICT: 'Ein anderer Benutzer hat dies inzwischen geändert.',
  CURSOR_INVALID: 'Die Position stammt nicht aus dieser Liste. Laden Sie die Seite neu.',
  SERVER_ERROR: 'Auf dem Server ist ein Fehler aufgetreten.',
  DATABASE_FULL: 'Der Speicher der Datenbank ist voll. Wenden Sie sich an die Administration.',
  DATABASE_UNAVAILABLE: 'Die Datenbank antwortet nicht. Versuchen Sie es gleich erneut.',
  WRITE_CONFLICT:
    'Eine andere Anfrage hat gerade dieselben Daten geschrieben. Laden Sie die Seite neu.',
  VALUE_OUT_OF_RANGE: 'Ein Wert liegt außerhalb des zulässigen Bereichs.',

  ACCOUNT_NOT_FOUND: 'Das Konto wurde nicht gefunden.',
  ADDENDUM_REQUEST_NOT_FOUND: 'Die Anforderung eines Nachtrags wurde nicht gefunden.',
  ATTACHMENT_NOT_FOUND: 'Der Anhang wurde nicht gefunden.',
  CORRECTION_NOT_FOUND: 'Die Korrektur wurde nicht gefunden.',
  CRON_JOB_NOT_FOUND: 'Der geplante Auftrag wurde nicht gefunden.',
  DATASET_EXPORT_NOT_FOUND: 'Der Export wurde nicht gefunden.',
  DEVICE_NOT_FOUND: 'Das Gerät wurde nicht gefunden.',
  DEVICE_SETTINGS_NOT_FOUND: 'Die Geräteeinstellungen wurden nicht gefunden.',
  EVALUATION_NOT_FOUND: 'Die Auswertung wurde nicht gefunden.',
  EVALUATION_SET_NOT_FOUND: 'Die Testmenge wurde nicht gefunden.',
  READER_STUDY_NOT_FOUND: 'Die Leserstudie wurde nicht gefunden.',
  READING_NOT_FOUND: 'Der Fall wurde nicht gefunden.',
  EXTENSION_NOT_FOUND: 'Die Erweiterung wurde nicht gefunden.',
  FILE_NOT_FOUND: 'Die Datei wurde nicht gefunden.',
  FINDING_NOT_FOUND: 'Die Läsion wurde nicht gefunden.',
  SELECTED_FINDING_NOT_FOUND: 'Mindestens eine der gewählten Läsionen wurde nicht gefunden.',
  FOLLOW_UP_CLOSURE_NOT_FOUND: 'Die geschlossene Verlaufskontrolle wurde nicht gefunden.',
  JOB_NOT_FOUND: 'Der Auftrag wurde nicht gefunden.',
  LIST_NOT_FOUND: 'Die Liste wurde nicht gefunden.',
  NOTE_NOT_FOUND: 'Die Notiz wurde nicht gefunden.',
  NOTE_TARGET_NOT_FOUND: 'Der Datensatz zu dieser Notiz wurde nicht gefunden.',
  ORGANIZATION_NOT_FOUND: 'Die Organisation wurde nicht gefunden.',
  OUTCOME_NOT_FOUND: 'Das Ergebnis wurde nicht gefunden.',
  PAGE_NOT_FOUND: 'Die Seite wurde nicht gefunden.',
  PATIENT_NOT_FOUND: 'Die Patientin wurde nicht gefunden.',
  RELATION_NOT_FOUND: 'Die Verknüpfung wurde nicht gefunden.',
  REPORT_NOT_FOUND: 'Der Befund wurde nicht gefunden.',
  ROUTE_NOT_FOUND: 'Der Server kennt diese Anfrage nicht. Laden Sie die Seite neu.',
  FINDING_PROVIDER_NOT_FOUND: 'Die Quelle von Läsionen wurde nicht gefunden.',
  SCAN_NOT_FOUND: 'Der Scan wurde nicht gefunden.',
  SCANNER_NOT_FOUND: 'Der Scanner wurde nicht gefunden.',
  STUDY_NOT_FOUND: 'Die Studie wurde nicht gefunden.',
  SYNC_JOB_NOT_FOUND: 'Der Synchronisierungsauftrag wurde nicht gefunden.',
  UPLOAD_NOT_FOUND: 'Der Upload wurde nicht gefunden.',
  VOLUME_NOT_FOUND: 'Dieser Scan hat kein 3D-Volumen.',

  CREDENTIALS_INVALID: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  AWAITING_APPROVAL:
    'Dieses Konto hat noch keine Rolle. Bitten Sie die Administration um eine Rolle.',
  SIGN_IN_LOCKED: ({ minutes }) =>
    `Zu viele fehlgeschlagene Anmeldungen. Versuchen Sie es in ${minutes === 1 ? '1 Minute' : `${minutes} Minuten`} erneut, oder wenden Sie sich an die Administration.`,
  LINK_INVALID: 'Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.',
  EMAIL_TAKEN: 'Ein anderes Konto hat diese E-Mail-Adresse.',
  OWN_ACCOUNT_DELETE:
    'Sie können Ihr eigenes Konto nicht löschen. Bitten Sie eine andere Person der Administration.',
  OWN_ACCOUNT_LOCK:
    'Sie können Ihr eigenes Konto nicht sperren. Bitten Sie eine andere Person der Administration.',
  OWN_PASSWORD_RESET:
    'Sie können Ihr eigenes Passwort nicht zurücksetzen. Ändern Sie es mit Ihrem aktuellen Passwort.',
  LAST_ADMINISTRATOR:
    'Kein anderes Konto kann Konten verwalten. Geben Sie zuerst einem anderen Konto diese Rolle.',
  TOO_MANY_RECORD_LOOKUPS:
    'Zu viele Suchen nach Patienten- oder Accession-Nummern, die es nicht gibt. Versuchen Sie es später erneut.',
  TOO_MANY_CODE_CHECKS:
    'Zu viele Prüfungen von Patientennummern, die es nicht gibt. Versuchen Sie es später erneut.',

  PATIENT_WITHHELD: 'Für verblindete Annotatoren sind Patientendaten nicht sichtbar.',
  REVIEW_OF_OTHER_USER:
    'Ein Urteil kann nur zurücknehmen, wer es abgegeben hat. Geben Sie den Scan frei oder beanstanden Sie ihn.',
  NOT_REVIEWED: 'Der Scan ist nicht beurteilt.',
  NOTE_OF_OTHER_USER:
    'Eine Notiz zu einer Läsion kann nur ändern oder löschen, wer sie geschrieben hat.',
  PATIENT_CODE_TAKEN: 'Diese Patientennummer ist bereits vergeben.',
  PATIENT_HAS_STUDIES: 'Die Patientin hat Studien. Löschen Sie zuerst die Studien.',
  STUDY_ID_TAKEN: 'Eine andere Studie hat diese ID.',
  STUDY_BEING_CREATED: 'Eine andere Anfrage legt diese Studie gerade an.',
  ACCESSION_TAKEN: 'Eine andere Studie hat diese Accession-Nummer.',
  STUDY_HAS_SCANS: 'Die Studie enthält Scans. Löschen Sie zuerst die Scans.',
  BLIND_CLAIM:
    'Verblindete Annotatoren können keine Studie übernehmen, weil andere Benutzer es sehen würden.',
  STUDY_CLAIMED: ({ name }) => `${name} befundet diese Studie.`,
  STUDY_JUST_RELEASED:
    'Ein anderer Benutzer hat die Studie gerade freigegeben. Versuchen Sie es erneut.',
  SCAN_ID_TAKEN: 'Ein anderer Scan hat diese ID.',
  STUDY_OF_EARLIER_VISIT:
    'Die Studie gehört zu einem früheren Besuch. Zeigen Sie die Studien erneut an, und wählen Sie eine.',
  SCAN_OF_ANOTHER_DEVICE: 'Ein anderes Gerät nimmt diesen Scan auf.',
  SCAN_NOT_COMPLETED: 'Der Scan ist nicht abgeschlossen.',
  DEVICE_RECORDING: 'Der Scanner nimmt einen Scan auf. Stoppen Sie zuerst den Scan.',
  SCAN_RUNNING: ({ device }) =>
    `Der Scan wird gerade von ${device} aufgenommen; stoppen Sie zuerst den Scan.`,
  SCAN_HAS_JOB:
    'Ein Auftrag verarbeitet diesen Scan. Warten Sie, bis er beendet ist, oder stoppen Sie ihn.',
  SCAN_NOT_DELETED: 'Der Scan ist nicht gelöscht.',
  SCAN_STUDY_DELETED:
    'Die Studie dieses Scans wurde gelöscht. Der Scan kann nicht wiederhergestellt werden.',
  SCAN_NOTHING_TO_CORRECT: 'Der Scan hat diese Werte bereits.',
  CORRECTION_NOT_LAST: 'Nur die letzte Korrektur eines Scans kann rückgängig gemacht werden.',
  CORRECTION_UNDONE: 'Diese Korrektur wurde bereits rückgängig gemacht.',
  CORRECTION_OUTDATED: ({ changed }) =>
    `Die Korrektur kann nicht rückgängig gemacht werden. Seitdem geändert: ${listOf(changed.map((part) => CORRECTED_PARTS[part]))}. Korrigieren Sie den Scan stattdessen erneut.`,
  SCAN_PROTOCOL_FIXED: 'Das Protokoll kann nach dem Start des Scans nicht geändert werden.',
  SCAN_POSITION_FIXED:
    'Die Lagerung kann nach dem Start des Scans nicht geändert werden. Korrigieren Sie stattdessen den Scan.',
  SCAN_FRAMES_MISSING: 'Der Scan ist unvollständig: Es fehlen Rohbilder.',
  SCAN_SWEEPS_MISSING: ({ sweeps }) =>
    sweeps.length === 1
      ? `Der Scan ist unvollständig: Roh-Sweep ${listOf(sweeps)} fehlt.`
      : `Der Scan ist unvollständig: Roh-Sweeps ${listOf(sweeps)} fehlen.`,
  SCAN_STATE_STEP: ({ from, to }) =>
    `Ein Scan kann nicht vom Status ${from} in den Status ${to} wechseln.`,
  SCAN_ATTEMPT_OVER: ({ attempt, current }) =>
    `Versuch ${attempt} ist beendet. Der Scan ist bei Versuch ${current}.`,
  NIPPLE_MODEL_MISSING:
    'Diese Installation hat kein Modell, das die Mamille findet. Setzen Sie die Mamille manuell.',
  FINDING_PROVIDER_ADDRESS: ({ origin }) =>
    `Die Installation erlaubt die Adresse ${origin} nicht für Modelle. Die Administration kann sie in aiAddresses ergänzen.`,
  ORIENTATION_NOT_IMPORTED:
    'Nur die Ausrichtung eines importierten Volumens lässt sich korrigieren. Ein Scanner gibt seine eigene an.',
  ORIENTATION_HAS_FINDINGS:
    'Der Scan hat Läsionen, deren Markierungen nach der Korrektur in anderem Gewebe lägen. Löschen Sie sie, korrigieren Sie die Ausrichtung und markieren Sie sie neu.',
  ORIENTATION_HAS_NIPPLE:
    'Der Scan hat eine Mamille, die nach der Korrektur in anderem Gewebe läge. Entfernen Sie sie, korrigieren Sie die Ausrichtung und setzen Sie sie neu.',
  ORIENTATION_BEING_READ:
    'Eine andere Person hat diesen Scan geöffnet. Bitten Sie sie, ihn zu schließen, und korrigieren Sie dann die Ausrichtung.',
  VOLUME_PENDING: 'Der Scan hat noch kein Volumen. Warten Sie, bis es rekonstruiert ist.',
  VOLUME_CHANGED: 'Das Volumen des Scans hat sich inzwischen geändert. Versuchen Sie es erneut.',
  DEVICE_ID_TAKEN: 'Ein anderes Gerät hat diese ID.',
  SERIAL_NUMBER_TAKEN: 'Ein anderes Gerät hat diese Seriennummer.',
  SCANNER_JUST_TAKEN:
    'Ein anderer Benutzer hat den Scanner gerade übernommen. Versuchen Sie es erneut.',
  SCANNER_IN_USE: ({ name }) => `${name} verwendet diesen Scanner.`,

  FINDING_ID_TAKEN: 'Eine andere Läsion hat diese ID, oder diese Läsion wurde inzwischen geändert.',
  MARK_ID_TAKEN: 'Es gibt bereits eine Markierung mit dieser ID.',
  AI_FINDING_READ_ONLY:
    'KI-Läsionen können nicht bearbeitet werden. Bearbeiten Sie stattdessen eine Kopie.',
  AI_FINDING_KEPT:
    'KI-Läsionen können nicht gelöscht werden. Blenden Sie die Läsion stattdessen aus.',
  AI_RUN_MASKS_DIFFER:
    'Die KI-Auswertung wurde mit anderen Masken gespeichert. Senden Sie die Masken des ersten Aufrufs, oder eine neue Auswertung.',
  AI_RUN_ID_TAKEN:
    'Ein anderer KI-Lauf hat diese ID, oder der Lauf wurde mit anderem Inhalt gespeichert.',
  NOT_AI_RUN_FINDING:
    'Nur KI-Läsionen eines gespeicherten Laufs können übernommen oder abgelehnt werden.',
  RELATION_ENDS: 'Eine Verknüpfung verbindet eine Läsion einer Person mit einer KI-Läsion.',
  FINDINGS_OF_TWO_SCANS: 'Die Läsionen gehören zu verschiedenen Scans.',

  REPORT_ID_TAKEN: 'Ein anderer Befund hat diese ID.',
  REPORT_NOT_AUTHOR:
    'Nur die Verfasserin oder der Verfasser kann diesen Befund vor der Signatur ändern.',
  REPORT_SIGNED: 'Der Befund dieser Studie ist bereits signiert.',
  REPORT_SIGNED_ADDENDUM:
    'Der Befund dieser Studie ist signiert. Schreiben Sie stattdessen einen Nachtrag.',
  REPORT_SIGNED_FINDINGS:
    'Der Befund dieser Studie ist signiert. Beginnen Sie einen Nachtrag, um Läsionen zu ändern.',
  REPORT_SIGNED_REVIEW:
    'Der Befund dieser Studie ist signiert. Beginnen Sie einen Nachtrag, um das Urteil über einen Scan zu ändern.',
  REPORT_SIGNED_DENSITY:
    'Der Befund dieser Studie ist signiert. Beginnen Sie einen Nachtrag, um die Brustdichte zu ändern.',
  REPORT_SIGNED_SCAN:
    'Ein signierter Befund umfasst diesen Scan. Der Scan kann nicht gelöscht werden. Schreiben Sie einen Nachtrag, um den Befund zu korrigieren.',
  REPORT_SIGNED_CORRECTION:
    'Der Befund dieser Studie ist signiert. Der Scan kann nicht korrigiert werden. Schreiben Sie stattdessen einen Nachtrag.',
  REPORT_SIGNED_TARGET:
    'Der Befund der gewählten Studie ist signiert. Wählen Sie eine andere Studie, oder legen Sie eine neue an.',
  REPORT_SIGNED_NEW_SCAN:
    'Der Befund dieser Studie ist signiert. Scannen Sie in eine neue Studie, oder beginnen Sie zuerst einen Nachtrag.',
  REPORT_SIGNED_RESTORE:
    'Ein Befund dieser Studie wurde nach dem Löschen des Scans signiert. Der Scan kann nicht wiederhergestellt werden.',
  REPORT_SIGNED_FILES:
    'Ein signierter Befund beruht auf diesen Bildern. Sie können nicht gelöscht oder ersetzt werden. Schreiben Sie einen Nachtrag, um den Befund zu korrigieren, oder nehmen Sie einen neuen Scan auf.',
  REPORT_NOT_INTACT:
    'Der signierte Befund oder seine Bilder weichen von dem ab, was signiert wurde. Deshalb wird kein PDF erstellt. Bitten Sie die Administration, sie aus einer Sicherung wiederherzustellen.',
  LETTER_UNSIGNED:
    'Der Befund ist nicht signiert, deshalb gibt es noch keinen Brief an die Patientin. Signieren Sie zuerst den Befund.',
  LETTER_NO_CATEGORY:
    'Der Befund hat keine BI-RADS-Kategorie, von der der Brief an die Patientin abhängt.',
  LETTER_PLACEHOLDER: ({ text, placeholder, known }) =>
    `Der Text ${text} des Standorts für den Brief hat den unbekannten Platzhalter {${placeholder}}. Bitten Sie die Administration, einen von diesen zu verwenden: ${known}.`,
  LETTER_VALUE_MISSING: ({ text, placeholder }) =>
    `Der Text ${text} des Briefs braucht {${placeholder}}, und der Befund hat dafür keinen Wert. Bitten Sie die Administration, den Platzhalter aus diesem Text zu entfernen.`,
  REPORT_VERSION_SIGNED: 'Diese Version ist bereits signiert.',
  REPORT_NO_DRAFT:
    'Diese Version ist kein Entwurf mehr. Speichern Sie eine neue Version mit eigener ID.',
  REPORT_DRAFT_REQUIRED: 'Nur ein Entwurf kann vorläufig werden.',
  REPORT_DISCARD_DRAFT: 'Nur ein Entwurf kann verworfen werden.',
  REPORT_PRELIMINARY_REQUIRED: 'Setzen Sie den Entwurf auf vorläufig, bevor Sie ihn signieren.',
  REPORT_NEWER_PRELIMINARY:
    'Eine neuere Version dieses Befunds ist vorläufig. Signieren Sie die neuere Version, oder speichern Sie diese Version erneut.',
  REPORT_CATEGORIES:
    'Ein Befund braucht eine BI-RADS-Kategorie für jede gescannte Brust und für keine andere.',
  REPORT_CHECKS: ({ points }) => `Der Befund kann noch nicht signiert werden. ${points.join(' ')}`,
  REPORT_SCAN_RUNNING: ({ scan, device }) =>
    `Scan ${scan} dieser Untersuchung wird gerade von ${device} aufgenommen. Signieren Sie den Befund nach dem Scan, oder stoppen Sie zuerst den Scan.`,
  REPORT_REREADING_OPEN: ({ scans }) =>
    `Die Seite ${scans.length === 1 ? 'des Scans' : 'der Scans'} ${listOf(scans)} wurde korrigiert. Befunden Sie diese Studie erneut und bestätigen Sie die korrigierte Seite, dann schließen Sie den Befund ab.`,
  REPORT_IMAGES_CHANGED: ({ scans }) =>
    `Die Bilder ${scans.length === 1 ? 'des Scans' : 'der Scans'} ${listOf(scans)} haben sich geändert, nachdem der Befund vorläufig wurde. Befunden Sie diese Bilder, dann speichern Sie eine neue Version und setzen Sie sie auf vorläufig.`,
  REPORT_MARKS_MISPLACED: ({ findings }) =>
    `Markierungen dieser Läsionen liegen, wo der Scan kein Bild hat: ${listOf(findings)}. Zeichnen oder löschen Sie diese Markierungen, dann schließen Sie den Befund ab.`,
  ADDENDUM_OF_SIGNED: 'Nur ein signierter Befund kann Nachträge haben.',
  ADDENDUM_OPEN: 'Ein anderer Nachtrag ist in Arbeit. Signieren oder verwerfen Sie ihn zuerst.',
  ADDENDUM_FINDINGS_CHANGED:
    'Läsionen wurden seit der Signatur geändert. Signieren Sie den Nachtrag, oder machen Sie die Änderungen rückgängig.',
  ADDENDUM_REQUEST_OF_SIGNED:
    'Der Befund ist nicht signiert. Wenden Sie sich an die Person, die ihn schreibt, oder warten Sie auf die Signatur.',
  ADDENDUM_REQUEST_CLOSED: 'Diese Anforderung eines Nachtrags ist bereits geschlossen.',
  ADDENDUM_REQUEST_NOT_AUTHOR:
    'Nur wer den Nachtrag angefordert hat oder wer befundet, kann diese Anforderung schließen.',
  OUTCOME_ID_TAKEN:
    'Ein früherer Versuch oder ein anderer Eintrag hat diese ID. Prüfen Sie die Liste der Einträge, und geben Sie ein, was fehlt.',
  OUTCOME_OF_READER:
    'Ein Ergebnis gehört zu einer Läsion eines Befunds. Nehmen Sie zuerst den Vorschlag des Modells an, und geben Sie das Ergebnis bei der angenommenen Läsion ein.',
  OUTCOME_OF_RESEARCH:
    'Eine verblindet markierte Läsion ist in keinem Befund. Sie kann kein Ergebnis haben. Wählen Sie eine Läsion des Befunds.',
  OUTCOME_DELETED:
    'Dieses Ergebnis ist bereits gelöscht. Der Grund steht bei den Ergebnissen der Läsion.',
  FOLLOW_UP_NOT_OPEN:
    'Diese Studie hat keine offene Verlaufskontrolle dieser Brust: Kein signierter Befund sieht eine vor, oder ein späterer Scan oder ein Ergebnis hat sie beendet. Laden Sie die Liste neu.',
  FOLLOW_UP_CLOSED:
    'Die Verlaufskontrolle dieser Brust ist bereits geschlossen. Der Grund steht bei den geschlossenen Verlaufskontrollen.',
  FOLLOW_UP_GROWN:
    'Eine Läsion dieser Brust ist gewachsen. Bestätigen Sie, dass die Verlaufskontrolle ohne Scan oder Pathologie enden kann.',
  FOLLOW_UP_REOPENED:
    'Diese Verlaufskontrolle wurde bereits wieder geöffnet. Laden Sie die Liste neu.',
  SIGN_USERS_ONLY: 'Nur Benutzer können signieren.',
  SIGN_TOO_MANY_PASSWORDS: 'Zu viele falsche Passwörter. Versuchen Sie es später erneut.',
  SIGN_PASSWORD_WRONG: 'Das Passwort ist falsch. Es wurde nichts signiert.',

  DOWNLOAD_INVALID:
    'Dieser Download-Link ist ungültig oder abgelaufen. Fordern Sie einen neuen an.',
  TRANSFERS_OF_ACCOUNT: ({ count }) =>
    `Dieses Konto führt bereits ${count} Übertragungen aus. Warten Sie, bis eine davon endet.`,
  TRANSFERS_OF_SERVER:
    'Der Server führt zu viele Übertragungen gleichzeitig aus. Versuchen Sie es gleich erneut.',
  IMPORTS_BUSY:
    'Der Server liest gerade andere importierte Dateien. Importieren Sie die Datei in einigen Minuten erneut.',
  FILE_QUARANTINED:
    'Die gespeicherte Datei fehlt oder ist beschädigt und kann nicht geöffnet werden. Stellen Sie sie aus einer Sicherung wieder her, oder erzeugen Sie sie neu.',
  RANGE_INVALID: 'Der angeforderte Bereich liegt hinter dem Ende der Datei.',
  FILE_ID_TAKEN: 'Eine andere Datei hat diese ID.',
  FILE_HAS_CONTENT: 'Die Datei hat bereits einen Inhalt. Fügen Sie eine neue Datei hinzu.',
  FILE_HAS_OTHER_CONTENT:
    'Die Datei hat bereits einen anderen Inhalt. Fügen Sie eine neue Datei hinzu.',
  FORM_UNREADABLE: 'Das Formular kann nicht gelesen werden.',
  UPLOAD_COMMITTED: 'Dieser Upload ist bereits abgeschlossen.',
  UPLOAD_OVER: 'Dieser Upload wurde abgebrochen oder ist abgelaufen. Beginnen Sie einen neuen.',
  UPLOAD_INCOMPLETE: ({ offset, size }) =>
    `Der Upload ist unvollständig: ${offset} von ${size} Bytes.`,
  UPLOAD_DECLARED_OTHERWISE: 'Der Upload wurde für eine andere Datei begonnen.',
  CHUNK_DAMAGED: 'Ein Teil der Datei kam beschädigt an. Senden Sie die Datei erneut.',
  CHUNK_PAST_END: 'Die Datei ist größer als beim Beginn des Uploads angegeben.',
  UPLOADS_OPEN: ({ count }) =>
    `Dieses Konto hat ${count} offene Uploads. Schließen Sie einige davon ab, oder brechen Sie sie ab.`,

  JOB_UNSUPPORTED: ({ jobType }) =>
    `Keine Erweiterung dieser Installation führt Aufträge der Art ${jobType} aus.`,
  JOB_QUEUED: 'Dieser Auftrag ist bereits in der Warteschlange oder läuft.',
  JOB_LEASE_ENDED:
    'Dieser Worker hat den Auftrag nicht mehr. Er wurde abgebrochen, ist beendet, oder ein anderer Worker hat ihn übernommen.',
  WORKER_TYPES: ({ types }) =>
    `Die Zugangsdaten des Workers gelten nicht für Aufträge der Art ${types}.`,
  SYNC_RUNNING: 'Eine Cloud-Synchronisierung läuft bereits.',
  SETTINGS_PRESET_TAKEN:
    'Für diese Cup-Tiefe gibt es bereits eine Voreinstellung. Ändern Sie diese Voreinstellung.',
  SETTINGS_SCAN_ONLY: 'Ihr Konto kann nur die Einstellungen eines Scans speichern.',
  SETTINGS_PRESET_ONLY: 'Ihr Konto kann nur Voreinstellungen speichern.',
  SETTINGS_OWNER: 'Nur wer diese Einstellungen angelegt hat, kann sie ändern.',
  SETTINGS_OF_SCAN:
    'Ein Scan hat diese Einstellungen verwendet. Speichern Sie stattdessen neue Einstellungen.',
  SETTINGS_ID_TAKEN: 'Andere Geräteeinstellungen haben diese ID.',
  PREFERENCES_FULL: ({ maximum }) => `Ein Konto kann höchstens ${maximum} Einstellungen haben.`,
  DATASET_EMPTY:
    'Keine abgeschlossenen Scans mit Volumen und bestätigter Ausrichtung entsprechen dem Filter. Ändern Sie den Filter.',
  DATASET_TOO_LARGE: ({ count, maximum }) =>
    `${count} Scans entsprechen dem Filter. Ein Datensatz kann bis zu ${maximum} haben. Schränken Sie den Filter ein.`,
  DATASET_EXPORTS_ACTIVE: ({ count }) =>
    `${count} Exporte warten oder laufen. Warten Sie, bis einer endet, oder brechen Sie einen ab.`,
  DATASET_NOT_READY:
    'Der Export hat kein Archiv. Er ist nicht beendet oder fehlgeschlagen, oder das Archiv ist abgelaufen.',
  EVALUATION_SET_EMPTY:
    'Keine abgeschlossenen Scans mit Volumen entsprechen dem Filter. Ändern Sie den Filter.',
  EVALUATION_SET_TOO_LARGE: ({ count, maximum }) =>
    `${count} Scans entsprechen dem Filter. Eine Testmenge kann bis zu ${maximum} haben. Schränken Sie den Filter ein.`,
  EVALUATION_SET_NAME_TAKEN: 'Eine andere Testmenge hat diesen Namen.',
  EVALUATION_SET_SIMULATED: ({ count }) =>
    `${count} der Scans hat der simulierte Scanner aufgenommen. Geben Sie als Inhalt der Bilder das Computerphantom an, oder schränken Sie den Filter ein.`,
  EVALUATION_SET_SCANNED: ({ count }) =>
    `${count} der Scans hat ein Scanner aufgenommen. Öffentliche Bilder anderer Geräte sind importiert. Schränken Sie den Filter ein.`,
  EVALUATION_WITHOUT_RUNS:
    'Kein Scan der Testmenge hat einen Lauf dieses Modells. Lassen Sie das Modell zuerst auf diesen Scans laufen.',
  EVALUATION_TOO_LARGE: ({ count, maximum }) =>
    `Das Modell hat ${count} Läsionen in der Testmenge. Bis zu ${maximum} können ausgewertet werden. Verwenden Sie eine kleinere Testmenge.`,
  EVALUATION_UNSIGNED:
    'Dieser Standort verwendet die KI als Zweitbefunder. Nur Testmengen aus Scans mit signiertem Befund können ausgewertet werden, weil eine Auswertung KI-Läsionen zeigt.',
  ATTACHMENT_ID_TAKEN: 'Ein anderer Anhang hat diese ID.',
  ATTACHMENT_DONE: 'Ein abgeschlossener Anhang kann nicht wieder geöffnet werden.',
  ATTACHMENT_FILES_MISSING: 'Einige Dateien sind noch nicht hochgeladen.',
  ATTACHMENT_FILE_MISSING: 'Die Datei ist noch nicht hochgeladen.',
  ACTIVATION_CODE_INVALID: 'Der Aktivierungscode ist falsch, verbraucht oder abgelaufen.',
  ACTIVATION_TOO_MANY: 'Zu viele Versuche. Versuchen Sie es später erneut.',
  ACTIVATION_HOST_MISSING: 'Die Anfrage enthält keinen Hostnamen.',
  HOST_TAKEN: 'Für diese Adresse ist eine andere Organisation aktiviert.',
  ORGANIZATION_CREATE:
    'Die Schnittstelle legt keine Organisationen an. Führen Sie npm run admin -- create-organization auf dem Server aus.',
  ORGANIZATION_DELETE:
    'Organisationen werden nicht gelöscht, weil ihre Daten aufbewahrt werden. Um eine zu schließen, führen Sie npm run admin -- close-organization auf dem Server aus.',
  SWITCH_MODES_FULL: 'Zu viele Modi sind geschaltet.',
  SWITCH_NEEDED:
    'Die Administration kann nicht ausgeschaltet werden, weil sie zum Einschalten gebraucht wird.',
  SWITCH_OF_SITE:
    'Die Konfiguration der Installation schaltet dies aus. Eine Organisation kann es nicht einschalten.',
  SWITCH_OF_ENVIRONMENT: 'Eine Umgebungsvariable des Servers legt dies fest.',
} satisfies PartialTranslation<ServerMessageTexts>;
