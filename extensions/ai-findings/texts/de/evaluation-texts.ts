import type { Translation } from '#foundation';
import type { evaluationTexts } from '../evaluation-texts.ts';

export const evaluation = {
  title: 'Modelle auswerten',
  intro:
    'Vergleicht die gespeicherten Läsionen eines Modells mit denen der Befundenden über eine Testmenge von Scans. Für die Forschung; nichts hier ist eine diagnostische Aussage.',
  origins: {
    PHANTOM: 'Computerphantom',
    PATIENTS: 'Patientinnen',
    PUBLIC_IMAGES: 'Öffentliche Bilder, nicht dieser Scanner',
  },
  loading: 'Auswertungen werden geladen',
  list: {
    title: 'Auswertungen',
    empty:
      'Noch keine Auswertungen. Wählen Sie ein Modell und eine Testmenge, dann werten Sie aus.',
    columns: {
      model: 'Modell',
      set: 'Testmenge',
      origin: 'Bilder',
      sensitivity: 'Mittlere Sensitivität',
      number: 'Auswertung der Testmenge',
      when: 'Datum',
    },
    more: 'Mehr zeigen',
    open: (model, set) => `Auswertung von ${model} mit ${set} öffnen`,
  },
  form: {
    title: 'Neue Auswertung',
    model: 'Modell',
    noModels: 'Noch kein Modell hat Läsionen. Starten Sie zuerst eine Erkennung in einem Scan.',
    modelOption: (name, version, scans) =>
      scans === 1 ? `${name} ${version}, 1 Scan` : `${name} ${version}, ${scans} Scans`,
    segmentation: (option) => `${option}, Segmentierung`,
    set: 'Testmenge',
    noSets: 'Noch keine Testmengen. Legen Sie eine unter „Neue Testmenge“ an.',
    setOption: (name, scans) => (scans === 1 ? `${name}, 1 Scan` : `${name}, ${scans} Scans`),
    touched: (count) =>
      count === 0
        ? 'Versiegelte Testmenge, noch nicht ausgewertet'
        : count === 1
          ? 'Versiegelte Testmenge, einmal ausgewertet. Diese Auswertung zählt.'
          : `Versiegelte Testmenge, ${count}-mal ausgewertet. Diese Auswertung zählt.`,
    complete: (total) =>
      total === 1
        ? 'Der Scan hat einen Lauf dieses Modells.'
        : `Alle ${total} Scans haben einen Lauf.`,
    missing: (missing, total) =>
      `${missing} von ${total} Scans haben keinen Lauf dieses Modells und werden ausgelassen.`,
    queue: 'Eingebaute Erkennung für diese Scans starten',
    queued: (count) =>
      count === 1 ? '1 Erkennung in Warteschlange' : `${count} Erkennungen in Warteschlange`,
    queuedNext: 'Werten Sie aus, wenn die Erkennungen beendet sind. Die Zahlen hier folgen.',
    evaluate: 'Auswerten',
  },
  newSet: {
    title: 'Neue Testmenge',
    name: 'Name',
    nameMissing: 'Geben Sie einen Namen ein',
    origin: 'Inhalt der Bilder',
    originMissing: 'Wählen Sie den Inhalt der Bilder',
    from: 'Aufgenommen ab',
    to: 'Aufgenommen bis',
    onlySigned: 'Nur Scans mit signiertem Befund',
    hasFindings: 'Nur Scans mit Läsionen von Befundenden oder Modellen',
    sealed: 'Versiegelte Testmenge: Auswertungen zählen',
    help: 'Die Testmenge behält die Scans, die jetzt passen. Sie kann nicht geändert oder gelöscht werden.',
    create: 'Testmenge anlegen',
    created: (name, scans) =>
      scans === 1 ? `${name} mit 1 Scan angelegt` : `${name} mit ${scans} Scans angelegt`,
    reversed: 'Der letzte Tag liegt vor dem ersten Tag',
  },
  result: {
    back: 'Alle Auswertungen',
    csv: 'Als CSV sichern',
    title: (model, set) => `${model} mit ${set}`,
    about: (when, number) => `Auswertung ${number} dieser Testmenge, ${when}`,
    sealed: (name, count) =>
      count === 1
        ? `Versiegelte Testmenge ${name}: einmal ausgewertet`
        : `Versiegelte Testmenge ${name}: ${count}-mal ausgewertet`,
    counts: (lesions, proposals, scans, patients) =>
      `Läsionen der Befundenden: ${lesions}, des Modells: ${proposals}, in ${scans} von ${patients}`,
    scans: (count) => (count === 1 ? '1 Scan' : `${count} Scans`),
    patients: (count) => (count === 1 ? '1 Patientin' : `${count} Patientinnen`),
    onePatient: 'Intervalle brauchen Scans von mindestens zwei Patientinnen.',
    withoutRun: (count) =>
      count === 1
        ? '1 Scan hat keinen Lauf des Modells und ist ausgelassen.'
        : `${count} Scans haben keinen Lauf des Modells und sind ausgelassen.`,
    unavailable: (count) =>
      count === 1
        ? '1 Scan der Testmenge hat kein Volumen mehr.'
        : `${count} Scans der Testmenge haben kein Volumen mehr.`,
    fromProposals: (count, total) =>
      `${count} von ${total} Läsionen der Befundenden sind übernommene Vorschläge eines Modells, daher sind die Werte zu gut.`,
    withoutPlace: (count) =>
      count === 1
        ? '1 Läsion hat keine Markierung und ist ausgelassen.'
        : `${count} Läsionen haben keine Markierung und sind ausgelassen.`,
    noLesions:
      'Die Testmenge hat keine Läsionen der Befundenden, daher ist keine Sensitivität bekannt.',
    interval: (low, high) => `${low}–${high}`,
    intervals: '95-%-Intervalle durch Bootstrap über Patientinnen',
    unknown: 'unbekannt',
  },
  froc: {
    title: 'Sensitivität und falsch-positive Vorschläge',
    chart: 'FROC-Kurve: Anteil gefundener Läsionen gegen falsch-positive Vorschläge je Scan',
    x: 'Falsch-positive je Scan',
    y: 'Sensitivität',
    mean: 'Mittel von 1/8 bis 8',
    sensitivity: 'Sensitivität',
    interval: '95-%-Intervall',
    threshold: 'Wert über',
    anyScore: 'jeder Wert',
  },
  strata: {
    title: 'Nach Dichte und Größe',
    hint: 'Bei dem Wert, der in der ganzen Testmenge einen falsch-positiven Vorschlag je Scan zulässt',
    group: 'Gruppe',
    scans: 'Scans',
    found: 'Gefunden',
    foundOf: (found, lesions) => `${found} von ${lesions}`,
    falsePositives: 'Falsch-positive je Scan',
    densities: {
      FATTY: 'Dichte A, lipomatös',
      FIBRO: 'Dichte B, fibroglandulär',
      HETERO: 'Dichte C, heterogen dicht',
      EXTREME: 'Dichte D, extrem dicht',
    },
    otherDensity: (code) => `Dichte ${code}`,
    noDensity: 'Dichte nicht beurteilt',
    sizes: {
      UNDER_5: 'Unter 5 mm',
      FROM_5: '5 bis 10 mm',
      FROM_10: '10 bis 20 mm',
      FROM_20: '20 mm und mehr',
      UNKNOWN: 'Größe unbekannt',
    },
  },
  calibration: {
    title: 'Kalibrierung',
    chart: 'Anteil der Vorschläge auf einer Läsion gegen ihren Wert',
    x: 'Wert',
    y: 'Anteil auf einer Läsion',
    error: 'Erwarteter Kalibrierungsfehler',
    count: 'Vorschläge',
  },
  other: {
    title: 'Mamille und Konturen',
    measure: 'Maß',
    value: 'Wert',
    nippleMedian: (scans) =>
      scans === 1 ? 'Mamille, Fehler in 1 Scan' : `Mamille, medianer Fehler in ${scans} Scans`,
    nippleP95: 'Mamille, 95. Perzentil',
    nippleHint: 'Vorgeschlagene Mamille der Volumen, von jedem Modell, gegen die gesetzte Mamille',
    dice: (pairs) =>
      pairs === 1 ? 'Dice-Wert von 1 Kontur' : `Mittlerer Dice-Wert von ${pairs} Konturen`,
    hd95: 'Medianer HD95 dieser Konturen',
    outlineHint: 'In der Ebene der Kontur, die Befundende gezeichnet haben',
    mm: (value) => `${value} mm`,
    noNipple: 'Kein Scan hat eine vorgeschlagene und eine gesetzte Mamille.',
    noOutlines: 'Keine Kontur der Befundenden liegt auf einer Läsion mit einer Maske des Modells.',
    unreadable: (count) =>
      count === 1
        ? '1 Maske konnte nicht gelesen werden.'
        : `${count} Masken konnten nicht gelesen werden.`,
    leftOut: (count) =>
      count === 1
        ? '1 weitere Kontur wurde nicht verglichen.'
        : `${count} weitere Konturen wurden nicht verglichen.`,
  },
  failures: {
    missed: (count) => `Übersehene Läsionen (${count})`,
    falsePositives: (count) => `Falsch-positive Vorschläge mit den höchsten Werten (${count})`,
    someOf: (shown, total) => `${shown} von ${total}`,
    noneMissed:
      'Das Modell hat alle Läsionen bei einem falsch-positiven Vorschlag je Scan gefunden.',
    noFalsePositives: 'Das Modell hat keine falsch-positiven Vorschläge.',
    scan: (scan, label) => `${scan}, Läsion ${label}`,
    score: (score) => `Wert ${score}`,
    notFound: 'Kein Vorschlag',
    size: (mm) => `${mm} mm`,
    open: (scan, label) => `Läsion ${label} des Scans ${scan} auf der Befundungsseite öffnen`,
    noImage: 'Kein Bild',
  },
} satisfies Translation<typeof evaluationTexts>;
