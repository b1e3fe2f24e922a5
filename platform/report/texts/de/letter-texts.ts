import type { LetterTexts, LetterWords } from '../letter-texts.ts';

/** German texts of the letter to the patient; `{breasts}` is a dative after 'in'. */
export const germanLetter: LetterTexts = {
  subject: 'Ergebnis Ihrer Brust-Ultraschall-Untersuchung vom {date}',
  subjectUndated: 'Ergebnis Ihrer Brust-Ultraschall-Untersuchung',
  salutation: 'Guten Tag {patient},',
  opening:
    'am {date} haben wir Sie mit Ultraschall untersucht. Ihre Bilder wurden ärztlich beurteilt. Dieser Brief erklärt Ihnen das Ergebnis in einfachen Worten.',
  openingUndated:
    'wir haben Sie mit Ultraschall untersucht. Ihre Bilder wurden ärztlich beurteilt. Dieser Brief erklärt Ihnen das Ergebnis in einfachen Worten.',
  B0: 'Die Bilder Ihrer Untersuchung zeigen noch nicht alles. In {breasts} möchten wir eine Stelle genauer ansehen. Das kommt häufig vor. Es bedeutet nicht, dass etwas nicht in Ordnung ist.',
  B0Next:
    'Wir möchten weitere Bilder machen oder sie mit früheren Bildern vergleichen. Bitte vereinbaren Sie dafür einen Termin bei uns. Danach erhalten Sie das endgültige Ergebnis.',
  B1: 'In {breasts} haben wir nichts Auffälliges gesehen.',
  B1Next:
    'Sie brauchen keine Behandlung. Bitte gehen Sie weiter zu Ihren üblichen Vorsorge-Terminen.',
  B2: 'In {breasts} haben wir eine harmlose Veränderung gesehen. Sie ist kein Krebs und braucht keine Behandlung.',
  B2Next: 'Bitte gehen Sie weiter zu Ihren üblichen Vorsorge-Terminen.',
  B3: 'In {breasts} haben wir eine Veränderung gesehen, die sehr wahrscheinlich harmlos ist. Um sicher zu sein, möchten wir sie noch einmal ansehen.',
  B3Next:
    'Eine Kontrolle mit Ultraschall zeigt, ob die Veränderung gleich bleibt. Bitte kommen Sie zu dieser Kontrolle, auch wenn es Ihnen gut geht.',
  B4: 'In {breasts} haben wir eine Veränderung gesehen, die sich mit Bildern allein nicht klären lässt. Sie kann harmlos sein oder eine Behandlung brauchen. Nur eine Gewebeprobe kann zeigen, was es ist.',
  B4Next:
    'Wir empfehlen, eine kleine Gewebeprobe zu entnehmen. Die Stelle wird vorher betäubt, und meist können Sie am selben Tag nach Hause. Bitte vereinbaren Sie in den nächsten Tagen einen Termin. Wir erklären Ihnen jeden Schritt in einem persönlichen Gespräch.',
  B5: 'In {breasts} haben wir eine Veränderung gesehen, die bald untersucht werden muss. Die Bilder geben uns Grund zur Sorge. Nur eine Gewebeprobe kann zeigen, was es ist.',
  B5Next:
    'Wir empfehlen, bald eine kleine Gewebeprobe zu entnehmen. Bitte rufen Sie uns in den nächsten Tagen für einen Termin an. Wir erklären Ihnen jeden Schritt in einem persönlichen Gespräch. Gern können Sie jemanden mitbringen.',
  B6: 'In {breasts} haben wir die Erkrankung, die Sie bereits kennen, erneut untersucht. Ihr Behandlungsteam erhält alle Bilder und den vollständigen Bericht.',
  B6Next: 'Ihr Behandlungsteam bespricht die nächsten Schritte mit Ihnen.',
  nextMri:
    'Wir empfehlen außerdem eine Untersuchung im MRT. Das Gerät arbeitet mit einem Magneten, nicht mit Röntgenstrahlen. Bitte fragen Sie uns nach einem Termin.',
  nextMammography:
    'Wir empfehlen außerdem Röntgenbilder der Brust (Mammografie). Bitte fragen Sie uns nach einem Termin.',
  nextUltrasound:
    'Wir empfehlen außerdem eine weitere Untersuchung mit Ultraschall. Bitte fragen Sie uns nach einem Termin.',
  densityDense:
    'Ihr Brustgewebe ist dicht. Das ist häufig und normal. In dichtem Gewebe sind Veränderungen auf Röntgenbildern schwerer zu sehen. Fragen Sie bitte in Ihrer Arztpraxis, welche Untersuchungen für Sie richtig sind.',
  densityOther:
    'Ihr Brustgewebe ist nicht dicht. Veränderungen sind deshalb auf Bildern leichter zu sehen.',
  followUp: 'Die nächste Kontrolle ist für {followUp} vorgesehen.',
  contact:
    'Haben Sie Fragen? Wir beantworten sie gern: {contact}. Sie können auch in Ihrer Arztpraxis fragen.',
  contactUnknown: 'Haben Sie Fragen? Bitte fragen Sie uns oder Ihre Arztpraxis.',
  selfCare:
    'Wenn Sie an Ihren Brüsten etwas Neues bemerken, warten Sie bitte nicht bis zum nächsten Termin. Vereinbaren Sie gleich einen Termin.',
  closing: 'Freundliche Grüße',
};

export const germanLetterWords: LetterWords = {
  locale: 'de-DE',
  breasts: { R: 'Ihrer rechten Brust', L: 'Ihrer linken Brust', B: 'beiden Brüsten' },
  doctor: 'Ihre Arztpraxis',
};
