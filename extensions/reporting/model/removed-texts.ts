import type { FindingText, ReportContent } from '#contracts';
import type { ReportContext } from '#report';

/** Texts of findings that have left the report of the open study, by finding. */
export class RemovedTexts {
  readonly #texts = new Map<string, FindingText>();

  clear(): void {
    this.#texts.clear();
  }

  /** Notes the texts that are in the first content only. */
  note(before: ReportContent, after: ReportContent): void {
    const kept = new Set(after.findingTexts.map(({ findingId }) => findingId));
    for (const text of before.findingTexts) {
      if (!kept.has(text.findingId)) this.#texts.set(text.findingId, text);
    }
  }

  /** Adds the texts of findings that are back, e.g. after the deletion was undone. */
  restore(content: ReportContent, { findings }: Pick<ReportContext, 'findings'>): ReportContent {
    const present = new Set(content.findingTexts.map(({ findingId }) => findingId));
    const back = findings.flatMap(({ finding }) => {
      const text = present.has(finding.id) ? undefined : this.#texts.get(finding.id);
      return text === undefined ? [] : [text];
    });
    if (back.length === 0) return content;
    for (const { findingId } of back) this.#texts.delete(findingId);
    return { ...content, findingTexts: [...content.findingTexts, ...back] };
  }
}
