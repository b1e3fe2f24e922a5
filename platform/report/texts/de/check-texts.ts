import type { Translation } from '#foundation';
import type { checkTexts, checkWords } from '../check-texts.ts';

export const reportCheckWords = {
  sides: { L: 'linke Brust', R: 'rechte Brust' },
  sideInText: { L: 'links', R: 'rechts' },
  sections: {
    technique: 'Technik',
    comparison: 'Vergleich',
    right: 'Rechte Brust',
    left: 'Linke Brust',
    impression: 'Beurteilung',
  },
  finding: (name: string) => `Läsion ${name}`,
} satisfies Translation<typeof checkWords>;

export const reportChecks = {
  'category-missing': {
    title: 'Kategorie einer Brust fehlt',
    firesWhen: 'Eine gescannte Brust hat keine BI-RADS-Kategorie.',
    message: (side: string) =>
      `Kategorie fehlt: ${side} wurde gescannt. Wählen Sie eine Kategorie.`,
  },
  'category-unscanned': {
    title: 'Kategorie einer nicht gescannten Brust',
    firesWhen: 'Eine Brust ohne abgeschlossenen Scan hat eine BI-RADS-Kategorie.',
    message: (side: string) =>
      `Kategorie ohne Scan: ${side} wurde nicht gescannt. Entfernen Sie die Kategorie, oder berichtigen Sie die Seite des Scans.`,
  },
  'finding-category-missing': {
    title: 'Kategorie einer Läsion fehlt',
    firesWhen: 'Eine Läsion hat keine BI-RADS-Kategorie.',
    message: (name: string, side: string) =>
      `Läsion ${name} (${side}) hat keine Kategorie. Wählen Sie eine Kategorie.`,
  },
  'finding-description-missing': {
    title: 'Beschreibung einer Läsion fehlt',
    firesWhen:
      'Eine Läsion hat kein Merkmal, und die befundende Person hat nichts zu ihr geschrieben.',
    message: (name: string, side: string) =>
      `Läsion ${name} (${side}) ist nicht beschrieben. Wählen Sie Merkmale, oder schreiben Sie einen Satz.`,
  },
  'finding-size-missing': {
    title: 'Größe einer Läsion fehlt',
    firesWhen: 'Eine Läsion hat keine der drei Größen.',
    message: (name: string, side: string) =>
      `Läsion ${name} (${side}) hat keine Größe. Messen Sie die Läsion, oder geben Sie eine Größe ein.`,
  },
  'size-typed-over-mark': {
    title: 'Eingegebene Größe weicht von der Markierung ab',
    firesWhen: 'Eine Größe wurde eingegeben, und eine Markierung der Läsion misst eine andere.',
    message: (name: string, side: string, typed: string, measured: string) =>
      `Läsion ${name} (${side}): eingegeben sind ${typed} mm, die Markierung misst ${measured} mm. Prüfen Sie beides.`,
  },
  'category-below-descriptors': {
    title: 'Kategorie unter den Merkmalen',
    firesWhen:
      'Eine Läsion der Kategorie 1 oder 2 ist irregulär, nicht parallel oder hat einen Schallschatten, oder ihre Begrenzung ist anguliert, mikrolobuliert oder spikuliert, und ihre Art ist nicht typisch gutartig; oder eine Läsion der Kategorie 3 hat einen Schallschatten. Solche Läsionen haben meist Kategorie 4 oder höher.',
    message: (name: string, side: string, category: string, descriptors: readonly string[]) =>
      `Läsion ${name} (${side}): Kategorie ${category}, aber ${descriptors.join(', ')} bedeutet meist 4 oder höher. Prüfen Sie Kategorie und Merkmale.`,
  },
  'size-unlike-ai': {
    title: 'Größe weicht von der KI-Läsion ab',
    firesWhen:
      'Die größte Länge einer Läsion ist mehr als doppelt oder weniger als halb so groß wie die der angenommenen KI-Läsion an ihrem Ort.',
    message: (name: string, side: string, own: string, ai: string) =>
      `Läsion ${name} (${side}) misst ${own} mm, die KI-Läsion an diesem Ort ${ai} mm. Prüfen Sie die Markierungen.`,
  },
  'b3-descriptors': {
    title: 'Kategorie 3 mit untypischen Merkmalen',
    firesWhen:
      'Eine Läsion der Kategorie 3 ist irregulär oder nicht parallel, oder ihre Begrenzung ist nicht umschrieben.',
    message: (name: string, side: string, descriptors: readonly string[]) =>
      `Läsion ${name} (${side}): Kategorie 3, aber ${descriptors.join(', ')} ist für eine wahrscheinlich gutartige Läsion untypisch. Prüfen Sie Kategorie und Merkmale.`,
  },
  'b2-solid-mass': {
    title: 'Kategorie 2 für einen soliden Herdbefund',
    firesWhen:
      'Eine Läsion der Kategorie 2 hat einen soliden Anteil, und keine Voruntersuchung zeigt sie zwei Jahre lang unverändert.',
    message: (name: string, side: string) =>
      `Läsion ${name} (${side}): Kategorie 2 für einen soliden Herdbefund ohne typisch gutartige Art oder zwei Jahre Stabilität. Prüfen Sie die Kategorie.`,
  },
  'b5-benign-descriptors': {
    title: 'Kategorie 5 mit gutartigen Merkmalen',
    firesWhen: 'Eine Läsion der Kategorie 5 ist oval, parallel und umschrieben.',
    message: (name: string, side: string) =>
      `Läsion ${name} (${side}): Kategorie 5, aber oval, parallel und umschrieben. Prüfen Sie Kategorie und Merkmale.`,
  },
  'side-below-finding': {
    title: 'Kategorie einer Brust unter der ihrer Läsionen',
    firesWhen:
      'Die Kategorie einer Brust ist weniger schwer als die einer ihrer Läsionen, in der Reihenfolge 5, 4C, 4B, 4A, 0, 6, 3, 2, 1. Eine Brust der Kategorie 6 kann Läsionen jeder Kategorie unter 4A haben.',
    message: (side: string, category: string, name: string, highest: string) =>
      `Kategorie zu niedrig: ${side} hat ${category}, Läsion ${name} hat ${highest}. Erhöhen Sie die Kategorie der Brust, oder berichtigen Sie die Läsion.`,
  },
  'b1-with-finding': {
    title: 'Kategorie 1 mit einer Läsion',
    firesWhen: 'Eine Brust der Kategorie 1 hat eine Läsion.',
    message: (side: string, names: readonly string[]) =>
      `Kategorie 1 mit Läsion: ${side} enthält ${names.join(', ')}. Wählen Sie Kategorie 2 oder höher, oder löschen Sie die Läsion.`,
  },
  'b0-without-recommendation': {
    title: 'Kategorie 0 ohne Empfehlung',
    firesWhen:
      'Eine Brust der Kategorie 0 hat keine Empfehlung außer dem regulären Screening, und ihre Läsionen haben auch keine.',
    message: (side: string) =>
      `Kategorie 0 ohne Empfehlung: ${side}. Ergänzen Sie, welche Bildgebung nötig ist.`,
  },
  'b0-with-suspicious': {
    title: 'Kategorie 0 und 4 oder 5 in einer Brust',
    firesWhen: 'Eine Brust hat an einer Stelle Kategorie 0 und an einer anderen 4 oder 5.',
    message: (side: string) =>
      `Kategorie 0 und 4 oder 5 zugleich: ${side}. Eine Brust, die eine Biopsie braucht, ist nicht unvollständig: entscheiden Sie sich für eines.`,
  },
  'b3-without-follow-up': {
    title: 'Kategorie 3 ohne Kontrollintervall',
    firesWhen:
      'Eine Brust der Kategorie 3 hat kein Kontrollintervall und keine Kontrollempfehlung.',
    message: (side: string) =>
      `Kategorie 3 ohne Kontrollintervall: ${side}. Geben Sie die Monate bis zur Kontrolle an.`,
  },
  'b3-at-screening': {
    title: 'Kategorie 3 im Screening',
    firesWhen: 'Eine Brust einer Screening-Studie hat Kategorie 3.',
    message: (side: string) =>
      `Kategorie 3 im Screening: ${side}. Kategorie 3 setzt meist eine Abklärung voraus; bestellen Sie mit Kategorie 0 ein, oder begründen Sie sie.`,
  },
  'b6-without-proof': {
    title: 'Kategorie 6 ohne gesicherte Malignität',
    firesWhen: 'Eine Brust der Kategorie 6 hat kein bösartiges Ergebnis einer früheren Läsion.',
    message: (side: string) =>
      `Kategorie 6 ohne bösartiges Ergebnis einer früheren Läsion: ${side}. Geben Sie das Ergebnis ein, oder nennen Sie, wo die Malignität gesichert ist.`,
  },
  'benign-short-follow-up': {
    title: 'Kurze Kontrolle einer gutartigen Brust',
    firesWhen:
      'Für eine Brust der Kategorie 1 oder 2 ist eine Kontrolle binnen sechs Monaten empfohlen, und keine andere Brust begründet sie.',
    message: (side: string, category: string) =>
      `Kategorie ${category} mit einer Kontrolle binnen sechs Monaten: ${side}. Entfernen Sie die Kontrolle, oder prüfen Sie die Kategorie.`,
  },
  'suspicious-without-biopsy': {
    title: 'Kategorie 4 oder 5 ohne Biopsie',
    firesWhen: 'Für eine Brust der Kategorie 4 oder 5 ist keine Gewebesicherung empfohlen.',
    message: (side: string, category: string) =>
      `Kategorie ${category} ohne empfohlene Gewebesicherung: ${side}. Ergänzen Sie die Empfehlung, oder geben Sie den Grund an.`,
  },
  'benign-with-biopsy': {
    title: 'Biopsie einer gutartigen Brust',
    firesWhen:
      'Für eine Brust der Kategorie 1 oder 2 ist eine Gewebesicherung empfohlen; eine Empfehlung für beide Brüste zählt, wenn keine die Kategorie 0, 3, 4, 5 oder 6 hat.',
    message: (side: string, category: string) =>
      `Kategorie ${category} mit empfohlener Biopsie: ${side}. Entfernen Sie die Empfehlung, oder prüfen Sie die Kategorie.`,
  },
  'biopsy-wrong-side': {
    title: 'Biopsie der anderen Brust',
    firesWhen:
      'Eine Gewebesicherung ist nur für eine Brust empfohlen, die nicht gescannt ist oder Kategorie 1 oder 2 hat, während die andere Kategorie 4 oder 5 ohne Gewebesicherung hat.',
    message: (recommended: string, suspicious: string) =>
      `Biopsie empfohlen: ${recommended}; Kategorie 4 oder 5: ${suspicious}. Berichtigen Sie die Seite der Empfehlung.`,
  },
  'side-in-finding-text': {
    title: 'Andere Seite im Text einer Läsion',
    firesWhen: 'Der Text einer Läsion nennt die andere Brust als ihre Markierungen.',
    message: (name: string, written: string, actual: string) =>
      `Läsion ${name}: im Text steht ${written}, die Markierungen sind hier: ${actual}. Berichtigen Sie den Text, oder schreiben Sie bei einem Vergleich kontralateral.`,
  },
  'side-in-side-text': {
    title: 'Andere Seite im Text einer Brust',
    firesWhen: 'Der Text einer Brust nennt die andere Brust.',
    message: (section: string, written: string) =>
      `${section}: im Text steht ${written}. Berichtigen Sie den Text, oder schreiben Sie bei einem Vergleich kontralateral.`,
  },
  'side-in-impression': {
    title: 'Seite in der Beurteilung',
    firesWhen:
      'Eine Zeile der Beurteilung nennt eine Läsion und eine andere Seite als die der Läsion.',
    message: (name: string, written: string, actual: string) =>
      `Beurteilung: eine Zeile nennt Läsion ${name} und ${written}, die Markierungen sind hier: ${actual}. Berichtigen Sie die Zeile.`,
  },
  'side-in-recommendation': {
    title: 'Andere Seite in einer Empfehlung',
    firesWhen: 'Der Text einer Empfehlung für eine Brust nennt die andere Brust.',
    message: (number: number, side: string, written: string) =>
      `Empfehlung ${number} gilt für: ${side}. Im Text steht ${written}. Berichtigen Sie den Text oder die Seite.`,
  },
  'clock-in-text': {
    title: 'Uhrzeigerposition im Text',
    firesWhen:
      'Der Text einer Läsion nennt eine Uhrzeigerposition, die mehr als eine Stunde von der ihrer Markierung abweicht.',
    message: (name: string, written: string, actual: string) =>
      `Läsion ${name}: im Text steht ${written}, die Markierung ist bei ${actual}. Berichtigen Sie den Text, oder verschieben Sie die Markierung.`,
  },
  'distance-in-text': {
    title: 'Abstand von der Mamille im Text',
    firesWhen:
      'Der Text einer Läsion nennt einen Abstand von der Mamille, der mehr als 5 mm von dem ihrer Markierung abweicht.',
    message: (name: string, written: string, actual: number) =>
      `Läsion ${name}: im Text stehen ${written} von der Mamille, die Markierung ist ${actual} mm entfernt. Berichtigen Sie den Text, oder verschieben Sie die Markierung.`,
  },
  'size-in-text': {
    title: 'Nicht gemessene Größe im Text',
    firesWhen:
      'Der Text einer Läsion oder eine Zeile über sie nennt eine Größe, die keine Markierung misst, die nicht eingegeben wurde und die auch die verknüpfte Voruntersuchung nicht hat.',
    message: (name: string, written: string) =>
      `Läsion ${name}: im Text stehen ${written}, aber keine Markierung misst das, und es wurde nicht als Größe eingegeben. Berichtigen Sie den Text, oder messen Sie die Läsion.`,
  },
  'category-in-text': {
    title: 'Kategorie im Text',
    firesWhen: 'Der Text einer Läsion nennt eine andere BI-RADS-Kategorie, als die Läsion hat.',
    message: (name: string, written: string, actual: string) =>
      `Läsion ${name}: im Text steht ${written}, die Läsion hat ${actual}. Berichtigen Sie den Text oder die Kategorie.`,
  },
  'clock-without-nipple': {
    title: 'Uhrzeigerposition ohne Mamille',
    firesWhen:
      'Der Text einer Läsion nennt eine Uhrzeigerposition, aber ihr Scan hat keine Mamille.',
    message: (name: string, scan: string) =>
      `Läsion ${name}: der Text nennt eine Uhrzeigerposition, aber Scan ${scan} hat keine Mamille. Setzen Sie die Mamille.`,
  },
  'nipple-missing': {
    title: 'Mamille fehlt',
    firesWhen:
      'Ein Scan mit Läsionen hat keine Mamille, sodass der Befund ihre Position nicht nennen kann.',
    message: (scan: string) =>
      `Scan ${scan} hat Läsionen, aber keine Mamille: der Befund kann ihre Position nicht nennen. Setzen Sie die Mamille.`,
  },
  'nipple-unconfirmed': {
    title: 'Mamille nicht bestätigt',
    firesWhen:
      'Der Text einer Läsion nennt eine Uhrzeigerposition, aber die vorgeschlagene Mamille ihres Scans ist nicht bestätigt.',
    message: (scan: string, names: readonly string[]) =>
      `Die Mamille von Scan ${scan} ist nur vorgeschlagen, aber der Text von ${names.join(', ')} nennt eine Uhrzeigerposition. Bestätigen Sie die Mamille.`,
  },
  'density-missing': {
    title: 'Brustdichte fehlt',
    firesWhen: 'Eine gescannte Brust hat keine Dichte.',
    message: (side: string) => `Dichte fehlt: ${side}. Wählen Sie eine Dichte.`,
  },
  'finding-unread': {
    title: 'Läsion einer anderen Person nicht geöffnet',
    firesWhen:
      'Der Befund enthält eine Läsion einer anderen befundenden Person, die beim Signieren nicht geöffnet war.',
    message: (name: string, side: string) =>
      `Läsion ${name} (${side}) stammt von einer anderen Person und wurde nicht geöffnet. Öffnen Sie die Läsion.`,
  },
  'proposal-open': {
    title: 'KI-Läsion nicht entschieden',
    firesWhen: 'Eine KI-Läsion ist weder angenommen noch abgelehnt.',
    message: (name: string, side: string) =>
      `KI-Läsion ${name} (${side}) ist weder angenommen noch abgelehnt. Entscheiden Sie über die Läsion.`,
  },
  'annotation-unreported': {
    title: 'Anmerkung nicht im Befund',
    firesWhen:
      'Ein Text, ein Pfeil oder eine Ebenenmarkierung hat einen Text, den kein Text des Befunds wiederholt.',
    message: (text: string, side: string) =>
      `Anmerkung „${text}“ (${side}) steht nicht im Befund. Schreiben Sie sie in den Befund oder beschreiben Sie sie als Läsion.`,
  },
  'region-unseen': {
    title: 'Teil eines Scans nicht gesehen',
    firesWhen: 'Weniger als 80 % eines Scans waren auf dem Bildschirm.',
    message: (scan: string, percent: number) =>
      `Nur ${percent} % von Scan ${scan} wurden gesehen. Sehen Sie den Rest an.`,
  },
  'prior-not-opened': {
    title: 'Voruntersuchung nicht geöffnet',
    firesWhen: 'Die neueste Voruntersuchung der Patientin wurde nicht geöffnet.',
    message: (day: string) =>
      `Die Voruntersuchung vom ${day} wurde nicht geöffnet. Öffnen Sie die Voruntersuchung.`,
    messageWithoutDay:
      'Eine Voruntersuchung ohne Datum wurde nicht geöffnet. Öffnen Sie die Voruntersuchung.',
  },
  'comparison-empty': {
    title: 'Vergleich leer',
    firesWhen: 'Es gibt eine Voruntersuchung, aber der Abschnitt zum Vergleich ist leer.',
    message: (count: number) =>
      count === 1
        ? 'Es gibt eine Voruntersuchung, aber der Vergleich ist leer. Schreiben Sie den Vergleich.'
        : `Es gibt ${count} Voruntersuchungen, aber der Vergleich ist leer. Schreiben Sie den Vergleich.`,
  },
  'text-outdated': {
    title: 'Bearbeiteter Text veraltet',
    firesWhen:
      'Die Daten wurden geändert, nachdem ein Text einer Vorlage von Hand bearbeitet worden war.',
    message: (where: string, template: string) =>
      template === ''
        ? `${where}: die Daten wurden geändert, nachdem Sie den Text bearbeitet haben, und ergäben diesen Satz nicht mehr. Prüfen Sie den Text.`
        : `${where}: die Daten wurden geändert, nachdem Sie den Text bearbeitet haben, und ergäben jetzt „${template}“. Prüfen Sie den Text.`,
  },
  'addendum-side': {
    title: 'Seite in einem Nachtrag',
    firesWhen:
      'Der Text eines Nachtrags nennt eine Seite, die keine Prüfung mit einer Markierung vergleichen kann.',
    message: (written: readonly string[]) =>
      `Im Nachtrag steht ${written.join(', ')}. Bestätigen Sie, dass die Seite stimmt.`,
  },
} satisfies Translation<typeof checkTexts>;
