import type { Translation } from '#foundation';
import type { readerStudyTexts } from '../reader-study-texts.ts';

const cases = (count: number): string => (count === 1 ? '1 Fall' : `${count} Fälle`);

export const readerStudy = {
  sides: { R: 'Rechte Brust', L: 'Linke Brust' },
  arms: { WITHOUT_AI: 'Ohne KI', WITH_AI: 'Mit KI' },
  page: {
    loading: 'Leserstudien werden geladen',
    empty:
      'Ihnen ist keine Leserstudie zugewiesen. Leserstudien werden in der Administration angelegt.',
    intro: (open) =>
      `${open} öffnet den nächsten Fall auf der Befundungsseite und startet die Zeit. Bewerten Sie jede Brust und jede Ihrer Läsionen und schließen Sie dann den Fall ab.`,
    progress: (name) => `Fortschritt von ${name}`,
    done: (completed, total) => `${completed} von ${cases(total)} abgeschlossen`,
    skipped: (count: number) => `${count} übersprungen`,
    session: (session, sessions) => `Sitzung ${session} von ${sessions}`,
    opensAt: (session, when) => `Sitzung ${session} öffnet am ${when}`,
    finished: 'Es ist kein Fall mehr zu lesen. Vielen Dank.',
    noReturn: 'Ein abgeschlossener Fall kann nicht wieder geöffnet werden.',
    isOpen: (position) => `Fall ${position} ist offen`,
    continue: 'Fortsetzen',
    continueWith: (name) => `${name} fortsetzen`,
    otherOpen: 'Schließen Sie zuerst den offenen Fall der anderen Leserstudie ab.',
    reopen: 'Letzten Fall wieder öffnen',
    reopenOf: (name) => `Letzten Fall von ${name} wieder öffnen`,
  },
  panel: {
    position: (position, total) => `Fall ${position} von ${total}`,
    timer: 'Zeit dieses Falls',
    paused: 'angehalten',
    breast: (side) => `${side}: BI-RADS-Kategorie`,
    suspicion: 'Verdacht',
    suspicionOf: (name) => `Verdacht: ${name}, 0 bis 100`,
    scale: '0 sicher gutartig, 100 sicher bösartig',
    notSet: 'nicht gesetzt',
    outside: (value: number) => `${value} liegt außerhalb von 0 bis 100. Geben Sie 0 bis 100 ein.`,
    findings: 'Ihre Läsionen',
    noFindings: 'Keine Läsionen. Markieren Sie jede verdächtige Läsion mit einem Werkzeug.',
    finding: (label, side) => `Läsion ${label}, ${side}`,
    missing: (count) => (count === 1 ? '1 Bewertung fehlt' : `${count} Bewertungen fehlen`),
    saving: 'Ihre Läsionen werden gespeichert',
    complete: 'Fall abschließen',
    completed: 'Fall abgeschlossen. Das war vorerst der letzte.',
    kept: 'Bewertungen bleiben auf diesem Rechner, bis Sie den Fall abschließen oder sich abmelden.',
    leave: 'Fall verlassen',
    leaveTitle: 'Diesen Fall ohne Bewertung verlassen?',
    leaveSkips:
      'Der Fall wird übersprungen: Sie können ihn nicht wieder öffnen, und er hat keine Bewertung. Die Zeit zählt.',
    leaveContinues:
      'Sie können den Fall später fortsetzen. Ihre Läsionen bleiben, und die Zeit zählt.',
    noReturn: 'Nach dem Abschluss können Sie diesen Fall nicht wieder öffnen.',
  },
} satisfies Translation<typeof readerStudyTexts>;
