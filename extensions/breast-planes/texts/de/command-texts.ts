import type { Translation } from '#foundation';
import type { commandTexts } from '../command-texts.ts';

export const readingCommands = {
  noFindings: 'Noch keine Läsionen',
  oneScan: 'Diese Studie hat keinen weiteren Scan',
  noHidden: 'Keine Läsionen ausgeblendet',
  noProposals: 'Keine KI-Vorschläge in dieser Studie',
  aiOff: 'KI-Läsionen sind an diesem Standort ausgeschaltet',
  aiAfterFirstRead: 'KI-Läsionen werden nach Ihrer ersten Befundung sichtbar',
  noLayers: 'Keine Erweiterung zeigt eine Überlagerung',
  selectFirst: 'Wählen Sie zuerst eine Läsion',
  nothingToUndo: 'Nichts rückgängig zu machen',
  nothingToRedo: 'Nichts zu wiederholen',
  notYourRole: 'Ihre Rolle kann Läsionen ansehen, aber nicht bearbeiten',
  deleted: 'Läsion gelöscht',
  undo: 'Rückgängig',
  undoneIn: (side: string) => `Rückgängig gemacht, Seite: ${side}`,
  redoneIn: (side: string) => `Wiederholt, Seite: ${side}`,
  invalidArguments: {
    title: 'Ungültige Argumente für diesen Befehl',
    none: (input: string) => `Keine Argumente erwartet, erhalten: ${input}.`,
    noFinding: (input: string) => `'findingId' und 'markId' erwartet, erhalten: ${input}.`,
    noFormat: (input: string) => `'format' muss CSV oder JSON sein, erhalten: ${input}.`,
    noSteps: (input: string) =>
      `'by' muss eine Anzahl Schritte und 'deg' eine Gradzahl sein, erhalten: ${input}.`,
    noScans: (input: string) => `'by' muss eine ganze Anzahl Scans sein, erhalten: ${input}.`,
    noPlane: (input: string) => `'plane' muss COR, TRA, SAG oder RAD sein, erhalten: ${input}.`,
    next: 'Korrigieren Sie das Tastenkürzel oder den Modus, der den Befehl ausführt.',
  },
} satisfies Translation<typeof commandTexts>;
