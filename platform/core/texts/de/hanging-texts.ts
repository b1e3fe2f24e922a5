import { plural, type Translation } from '#foundation';
import type { hangingTexts } from '../hanging-texts.ts';

export const hanging = {
  broken: (protocol: string, attribute: string, op: string, value: unknown) =>
    `${protocol}: ${attribute} ${op} ${value} trifft nicht zu`,
  selected: (protocol: string, rules: number, priority: number) =>
    `${protocol}: ${plural(rules, 'Regel trifft', 'Regeln treffen')} zu, Priorität ${priority}`,
  selectedByUser: (protocol: string) => `${protocol}: manuell gewählt`,
  notPossible: (protocol: string) => `${protocol}: manuell gewählt, hier aber nicht verfügbar`,
  unavailable: {
    raw: 'Dieser Scan hat keine Rohbilder',
    volume: 'Dieser Scan hat kein Volumen',
    otherSide: 'Nur eine Seite wurde gescannt',
    prior: 'Es gibt keinen abgeschlossenen früheren Scan dieser Seite',
    priorLoading: 'Frühere Scans werden gesucht',
    priorFailed: 'Frühere Scans konnten nicht geladen werden',
    otherScan: 'Für diese Art von Scan nicht verfügbar',
  },
  ofPrior: (kind: string, side: string) => `${kind} der Seite ${side} eines früheren Scans`,
  isPrior: (scan: string) => `Scan ${scan} ist der frühere`,
  ofOpenedScan: (kind: string) => `${kind} des geöffneten Scans`,
  ofSide: (kind: string, side: string) => `${kind} der Seite ${side}`,
  requests: (request: string) => `verlangt ${request}`,
  noneOf: (images: number) => `keines von ${images} Bildern passt`,
  wasOpened: (scan: string) => `Scan ${scan} wurde geöffnet`,
  isNewest: (scan: string, candidates: number) => `Scan ${scan} ist der neueste von ${candidates}`,
  mainIsPanel: 'Der Hauptbereich dieses Modus ist eine Seitenleiste',
} satisfies Translation<typeof hangingTexts>;
