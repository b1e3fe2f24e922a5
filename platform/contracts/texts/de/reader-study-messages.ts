import type { PartialTranslation } from '#foundation';
import type { readerStudyMessages as english } from '../../messages/reader-study-messages.ts';

/** German texts of the errors of reader studies. */
export const readerStudyMessages = {
  READER_STUDY_EMPTY:
    'Keine Studie mit einem abgeschlossenen Scan und Volumen passt zum Filter. Ändern Sie den Filter.',
  READER_STUDY_TOO_LARGE: ({ count, maximum }) =>
    `${count} Studien passen zum Filter. Eine Leserstudie hat höchstens ${maximum}. Schränken Sie den Filter ein.`,
  READER_STUDY_NAME_TAKEN: 'Eine andere Leserstudie hat diesen Namen.',
  READER_STUDY_READER: ({ name }) =>
    `${name} kann keine Läsionen anlegen oder ist gesperrt. Wählen Sie ein anderes Konto.`,
  READER_STUDY_NOT_DRAFT: 'Nur ein Entwurf kann geändert, geöffnet oder gelöscht werden.',
  READER_STUDY_NOT_OPEN: 'Die Leserstudie ist nicht geöffnet.',
  READER_STUDY_CASES_MISSING: ({ count }) =>
    `${count} der Fälle wurden gelöscht oder haben keinen abgeschlossenen Scan mehr. Speichern Sie den Entwurf erneut, um die Fälle neu auszuwählen.`,
  READER_STUDY_REFERENCE_READS:
    'Dieses Konto liest die Fälle selbst. Wählen Sie ein anderes Konto als Referenz.',
  READING_OPEN:
    'Ein anderer Fall ist schon geöffnet. Schließen Sie ihn zuerst ab; ein Konto hat immer nur einen offenen Fall.',
  READING_ALL_DONE: 'In dieser Leserstudie ist kein Fall mehr zu lesen.',
  READING_WASHOUT: ({ opensAt }) =>
    `Die Pause zwischen den Sitzungen ist nicht vorbei. Sitzung 2 öffnet am ${opensAt}.`,
  READING_COMPLETED: 'Dieser Fall ist abgeschlossen.',
  READING_AI_READ_ONLY:
    'In einem Fall einer Leserstudie können KI-Läsionen nicht geändert, angenommen oder abgelehnt werden, weil andere die Änderung sähen. Markieren Sie die Läsion mit einem Werkzeug.',
  READING_NO_AI_RUN:
    'In einem Fall einer Leserstudie kann keine KI ausgeführt werden, weil sich ihre Ergebnisse zwischen den Lesern unterscheiden würden.',
  READING_NO_SCANS:
    'Die Studie dieses Falls wurde gelöscht oder hat keinen abgeschlossenen Scan mehr. Setzen Sie mit dem nächsten Fall fort.',
  READING_NO_RETURN: 'Abgeschlossene Fälle dieser Leserstudie können nicht wieder geöffnet werden.',
  READING_NOT_LAST: 'Nur der zuletzt abgeschlossene Fall kann wieder geöffnet werden.',
} satisfies PartialTranslation<typeof english>;
