import { type ReportContent, reportContentSchema } from '#contracts';

/** Sections that were plain texts before templates wrote them. */
const SECTIONS = ['technique', 'comparison', 'impression'] as const;

/**
 * Returns stored content in the current form. Content that was stored before templates wrote texts
 * has plain texts and no language; a signed document keeps this form, which its hash covers.
 */
export function storedContent(stored: object): ReportContent {
  const content: Record<string, unknown> = { ...stored };
  for (const section of SECTIONS) {
    if (section in content) content[section] = composed(content[section]);
  }
  for (const side of ['left', 'right']) content[side] = withComposedText(content[side]);
  return reportContentSchema.parse(content);
}

/** A plain text counts as edited, because a reader wrote it and no template may replace it. */
const composed = (text: unknown): unknown =>
  typeof text === 'string' ? { text, editedFrom: text === '' ? null : '' } : text;

function withComposedText(side: unknown): unknown {
  if (typeof side !== 'object' || side === null || !('text' in side)) return side;
  return { ...side, text: composed(side.text) };
}
