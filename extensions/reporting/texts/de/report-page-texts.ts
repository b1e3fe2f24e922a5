import type { Translation } from '#foundation';
import type { reportPageTexts } from '../report-page-texts.ts';

export const reportPage = {
  sides: { R: 'Rechte Brust', L: 'Linke Brust' },
  states: {
    none: 'Noch kein Befund',
    DRAFT: 'Entwurf',
    PRELIMINARY: 'Vorläufig',
    SIGNED: 'Signiert',
    ADDENDUM: 'Nachtrag',
    openAddendum: 'Nachtrag, nicht signiert',
  },
  save: {
    saved: 'Gespeichert',
    waiting: 'Noch nicht gespeichert',
    saving: 'Wird gespeichert',
    offline: 'Offline. Auf diesem Rechner gesichert, bis der Server antwortet',
    failed: 'Nicht gespeichert',
    retry: 'Erneut speichern',
  },
  empty: {
    noStudy: 'Öffnen Sie eine Studie, um ihren Befund zu sehen.',
    notYourRole: 'Ihre Rolle kann keine Befunde sehen.',
    noScan: 'Diese Studie hat keinen abgeschlossenen Scan. Ein Befund braucht einen.',
    noFindings:
      'Keine Läsionen. Markieren Sie eine Läsion, oder melden Sie eine unauffällige Studie.',
    nothingFound: 'Keine Läsionen.',
    damaged:
      'Der gespeicherte Befund weicht vom signierten ab. Verwenden Sie ihn nicht, und informieren Sie die Administration.',
  },
  finding: {
    tabs: 'Läsionen des Befunds',
    tabName: (side: string, label: number, place: string) => `Läsion ${label}, ${side}, ${place}`,
    unplaced: 'ohne Ort',
    size: 'Größe',
    sizes: { massLengthUm: 'Länge', massHeightUm: 'Höhe', massWidthUm: 'Breite' },
    measured: 'aus Markierungen',
    typed: 'eingegeben',
    noSize: 'Nicht gemessen',
    category: 'BI-RADS-Kategorie',
    recommendation: 'Empfehlung',
    note: 'Weiterer Text',
    show: 'In den Bildern zeigen',
    furtherDescriptors: (chosen: number) =>
      chosen === 0 ? 'Weitere Merkmale' : `Weitere Merkmale (${chosen})`,
  },
  prior: {
    label: 'Dieselbe Läsion in einer Voruntersuchung',
    name: (day: string, label: number, longestMm: string | null) =>
      `${day}, Läsion ${label}${longestMm === null ? '' : `, ${longestMm} mm`}`,
    proposed: (name: string, mm: number) => `Nahe an diesem Ort (${mm} mm): ${name}`,
    link: 'Zuordnen',
    notListed: 'Läsion der anderen Brust oder nicht gelesen',
    noSizes: 'An beiden Tagen ist keine gemeinsame Größe bekannt.',
    change: (fromMm: string, toMm: string, percent: string) =>
      `Größter Durchmesser ${fromMm} mm, jetzt ${toMm} mm (${percent} %).`,
    doubling: (days: number) => `Volumenverdopplungszeit ${days} ${days === 1 ? 'Tag' : 'Tage'}.`,
  },
  side: {
    category: (side: string) => `BI-RADS, ${side}`,
    density: 'Dichte',
    proposed: (category: string, finding: string) =>
      `Höchste der Läsionen: ${category} (${finding})`,
    adopt: (category: string, management: string | null) =>
      management === null ? `${category} verwenden` : `${category} verwenden: ${management}`,
    adoptBoth: (right: string, left: string) => `R ${right} und L ${left} verwenden`,
    proposedBoth: 'Höchste Kategorien der Läsionen',
    text: 'Text zu dieser Brust',
  },
  sections: {
    indication: 'Indikation',
    technique: 'Technik',
    comparison: 'Vergleich',
    correlation: 'Korrelation',
    impression: 'Beurteilung',
    recommendations: (side: string) => `Vorgehen, ${side}`,
    bothSides: 'Vorgehen, beide Brüste',
    ofCategory: (label: string, category: string) => `${label} (BI-RADS ${category})`,
    followUp: 'Kontrolle',
    months: (months: number) => (months === 1 ? 'in 1 Monat' : `in ${months} Monaten`),
    more: 'Indikation, Technik, Vergleich',
    text: 'Befundtext',
  },
  sentence: {
    edit: (text: string) => `Satz bearbeiten: ${text}`,
    add: 'Text hinzufügen',
    edited: 'Bearbeitet',
    outdated: 'Die Daten haben sich seit Ihrer Änderung geändert. Die Vorlage schreibt jetzt:',
    follow: 'Text der Vorlage verwenden',
    keep: 'Meinen behalten',
    save: 'Übernehmen',
    cancel: 'Abbrechen',
  },
  checks: {
    title: 'Prüfungen',
    none: 'Nichts zu prüfen',
    block: 'Muss gelöst werden',
    warn: 'Bitte prüfen',
    goTo: 'Hingehen',
    override: 'Trotzdem signieren',
    reason: 'Grund',
    overridden: (reason: string) => `Grund: ${reason}`,
    remove: 'Grund entfernen',
    group: (title: string, count: number) => `${title}: ${count} Punkte`,
    allReasoned: 'Alle haben einen Grund',
    showEach: 'Einzeln zeigen',
    showLess: 'Weniger zeigen',
    overrideAll: (count: number) => `Trotzdem signieren, ein Grund für ${count}`,
    left: (blocks: number, warnings: number) =>
      blocks > 0
        ? blocks === 1
          ? '1 Punkt muss vor der Signatur gelöst werden.'
          : `${blocks} Punkte müssen vor der Signatur gelöst werden.`
        : warnings === 1
          ? '1 Warnung braucht vor der Signatur einen Grund.'
          : `${warnings} Warnungen brauchen vor der Signatur einen Grund.`,
  },
  actions: {
    normal: 'Unauffällige Studie',
    preview: 'Vorschau',
    preliminary: 'Als vorläufig markieren',
    sign: 'Befund signieren',
    signAddendum: 'Nachtrag signieren',
    nextStudy: 'Nächste Studie',
    noNextStudy: 'Keine weitere neue Studie wartet.',
    newVersion: 'In neuer Version ändern',
    addendum: 'Nachtrag schreiben',
    discard: 'Entwurf verwerfen',
    discardAddendum: 'Nachtrag verwerfen',
    menu: 'Weitere Aktionen des Befunds',
    versions: 'Versionen',
    fullPage: 'Ganze Seite',
    notYourRole: 'Ihre Rolle kann keine Befunde schreiben.',
  },
  fullPage: { title: 'Befund' },
  pdf: {
    title: 'Befund als PDF',
    loading: 'Der Befund wird erstellt',
    save: 'Als PDF speichern',
    close: 'Schließen',
  },
  discard: {
    title: 'Diesen Entwurf verwerfen?',
    text: 'Der Entwurf und seine Texte werden gelöscht. Frühere Versionen bleiben.',
    confirm: 'Entwurf verwerfen',
    addendumTitle: 'Diesen Nachtrag verwerfen?',
    addendumText: 'Sein Text wird gelöscht. Der signierte Befund bleibt.',
  },
  sign: {
    title: 'Befund signieren',
    addendumTitle: 'Nachtrag signieren',
    born: (day: string) => `geboren ${day}`,
    study: (day: string) => `Studie vom ${day}`,
    category: (side: string, category: string) => `${side}: BI-RADS ${category}`,
    meaning:
      'Nach der Signatur kann der Befund nicht mehr geändert werden. Korrekturen sind Nachträge.',
    checked: 'Ich habe das geprüft',
    password: 'Ihr Passwort',
    sign: 'Signieren',
    cancel: 'Abbrechen',
  },
  conflict: {
    title: 'Eine andere Seite hat diesen Befund geändert',
    text: 'Beide Versionen bleiben erhalten, bis Sie eine wählen.',
    next: 'Öffnen Sie den Befund und wählen Sie einen der beiden Texte.',
    mine: 'Meine behalten',
    theirs: 'Die andere verwenden',
    removed: 'Nur in der anderen Version',
    added: 'Nur in Ihrer',
  },
  changed: {
    title: 'Der Befund hat sich geändert',
    text: 'Er ist nicht mehr die Version, die Sie signieren wollten. Nichts wurde signiert.',
    next: 'Lesen Sie den Befund noch einmal, und signieren Sie ihn dann.',
  },
  other: {
    writing: (number: number) => `Eine andere Person hat Version ${number} begonnen.`,
  },
  versions: {
    title: 'Versionen des Befunds',
    number: (number: number, state: string) => `Version ${number}, ${state}`,
    compare: (number: number) => `Unterschiede zu Version ${number}`,
    same: 'Die Texte sind gleich.',
    first: 'Dies ist die erste Version.',
    close: 'Schließen',
    loading: 'Version wird gelesen',
  },
  addendum: {
    text: 'Nachtrag',
    save: 'Nachtrag speichern',
    help: 'Der Nachtrag gehört nach seiner Signatur zum Befund.',
  },
  leave: {
    title: 'Der Befund ist noch nicht gespeichert',
    text: 'Der Server hat Ihren letzten Text noch nicht. Eine Abmeldung löscht ihn.',
    stay: 'Bleiben',
    leave: 'Verlassen',
  },
  signed: {
    by: (name: string, at: string) => `Signiert von ${name}, ${at}`,
    hash: (hash: string) => `Prüfsumme ${hash}`,
  },
} satisfies Translation<typeof reportPageTexts>;
