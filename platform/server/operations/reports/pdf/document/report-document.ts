import type { ReportLanguage } from '#contracts';

/** Sides in the order of the document: the right breast is on the left of the page. */
export const DOCUMENT_SIDES = ['R', 'L'] as const;
export type DocumentSide = (typeof DOCUMENT_SIDES)[number];

/**
 * Everything that the PDF of a report shows, in words of its language. Equal documents give equal
 * bytes.
 */
export interface ReportDocument {
  readonly language: ReportLanguage;
  /** IANA name of the zone in which days and times are written, e.g. `Europe/Vienna`. */
  readonly timeZone: string;
  readonly site: DocumentSite;
  /** Version number of the report within its study. */
  readonly number: number;
  /** OPEN_ADDENDUM: a signed report whose last addendum is not signed. */
  readonly state: 'DRAFT' | 'PRELIMINARY' | 'SIGNED' | 'OPEN_ADDENDUM';
  /** Instant of the last signature, else of the last change, ISO 8601; the date of the file. */
  readonly changedAt: string;
  readonly patient: DocumentPatient;
  readonly study: DocumentStudy;
  readonly texts: DocumentTexts;
  readonly breasts: readonly DocumentBreast[];
  /** The higher density of both breasts in words; null if none is assessed. */
  readonly density: string | null;
  readonly findings: readonly DocumentFinding[];
  /** Texts on findings that the report no longer contains. */
  readonly removedFindingTexts: readonly string[];
  readonly recommendations: readonly DocumentRecommendation[];
  readonly followUpMonths: number | null;
  /** Null before the signature. */
  readonly signature: DocumentSignature | null;
  readonly addenda: readonly DocumentAddendum[];
}

export interface DocumentSite {
  readonly organization: string;
  /** Name of the site in its configuration. */
  readonly name: string;
  /** PNG without alpha (`rgbPng`); null without a logo. */
  readonly logoPng: Uint8Array | null;
}

export interface DocumentPatient {
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly code: string | null;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  readonly sex: string | null;
}

export interface DocumentStudy {
  readonly accessionNumber: string | null;
  /** YYYY-MM-DD of the acquisition in the zone of the document; null if unknown. */
  readonly day: string | null;
  /** In words. */
  readonly indications: readonly string[];
}

export interface DocumentTexts {
  readonly indication: string;
  readonly technique: string;
  readonly comparison: string;
  readonly correlation: string;
  readonly impression: string;
}

export interface DocumentBreast {
  readonly side: DocumentSide;
  readonly category: DocumentCategory | null;
  /** In words; null if not assessed. */
  readonly density: string | null;
  readonly text: string;
}

/** BI-RADS category in words of the site's list. */
export interface DocumentCategory {
  /** E.g. '4A'. */
  readonly code: string;
  readonly label: string;
  readonly likelihood: string | null;
  readonly management: string | null;
}

/** Finding with what its row, its place on the body map and its text show. */
export interface DocumentFinding {
  readonly id: string;
  readonly side: DocumentSide;
  /** Scan and number, e.g. 'R 1' or 'R2 1'. */
  readonly name: string;
  /** Name within its breast, e.g. '1' or '2-1'. */
  readonly mapName: string;
  readonly place: string;
  /** Null if clock position or distance are unknown. */
  readonly mapPlace: MapPlace | null;
  /** E.g. '12.4 × 9.4 × 8.0 mm'; null without sizes. */
  readonly size: string | null;
  /** E.g. 'BI-RADS 4A'; null while not assessed. */
  readonly category: string | null;
  /** Chosen recommendations, else the usual management of the category, marked as such. */
  readonly recommendations: readonly string[];
  /** JPEG, or PNG without alpha; at most two. */
  readonly images: readonly Uint8Array[];
  /** Sentences of the template and the reader. */
  readonly text: string;
}

export interface MapPlace {
  /** Degrees clockwise from 12 o'clock, seen from the front; 0 below the nipple. */
  readonly clockDeg: number;
  readonly distanceMm: number;
}

export interface DocumentRecommendation {
  /** In words. */
  readonly side: string;
  readonly label: string;
  readonly text: string;
}

export interface DocumentSignature {
  readonly name: string;
  readonly jobTitle: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** SHA-256 of the signed content, lower-case hex. */
  readonly hash: string;
}

export interface DocumentAddendum {
  readonly text: string;
  /** Findings as signed with the addendum, without images; null if they have not changed. */
  readonly findings: readonly DocumentFinding[] | null;
  /** Null before the signature. */
  readonly signature: DocumentSignature | null;
}
