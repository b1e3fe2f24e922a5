import { describe, expect, it } from 'vitest';
import { checkReport } from '../checks/check-report.ts';
import type { ReportContext } from '../report-context.ts';
import { aReportContext, aReportFinding } from '../test-support/report-fixtures.ts';
import { SCORES } from './proposed-category.ts';
import {
  editText,
  outdatedTexts,
  resetText,
  type TextTarget,
  templateText,
  textAt,
  updateTexts,
} from './update-texts.ts';

const DESCRIPTION: TextTarget = { kind: 'sentence', findingId: 'finding-R', key: 'description' };
const IMPRESSION: TextTarget = { kind: 'section', section: 'impression' };
const OVAL = { annotationLabels: { SHAPE: ['OVAL'] } };

/** Returns a report whose only finding has other fields. */
const withFinding = (
  context: ReportContext,
  fields: Parameters<typeof aReportFinding>[0],
): ReportContext => ({ ...context, findings: [aReportFinding(fields)] });
const textsOf = ({ findingTexts }: ReportContext['content']) =>
  findingTexts.map(({ findingId, sentences }) => [
    findingId,
    sentences.map(({ key, text }) => `${key}: ${text}`),
  ]);

describe('updateTexts', () => {
  it('returns the same content if nothing has changed', () => {
    const context = aReportContext();
    expect(updateTexts(context.content, context)).toBe(context.content);
  });

  it('lets unedited texts follow the record and leaves the others as they are', () => {
    const context = aReportContext();
    const updated = updateTexts(context.content, withFinding(context, OVAL));
    expect(textAt(updated, DESCRIPTION)?.text).toBe('Oval mass.');
    expect(updated.findingTexts[0]?.sentences[0]).toBe(
      context.content.findingTexts[0]?.sentences[0],
    );
    expect(updated.technique).toBe(context.content.technique);
  });

  it('keeps edited texts, also a sentence that the reader has deleted', () => {
    const context = aReportContext();
    const edited = editText(context.content, context, DESCRIPTION, '');
    const updated = updateTexts(edited, withFinding(context, OVAL));
    expect(textAt(updated, DESCRIPTION)).toEqual({
      key: 'description',
      text: '',
      editedFrom: templateText(context, DESCRIPTION),
    });
  });

  describe('the change since a prior', () => {
    const CHANGE: TextTarget = { kind: 'sentence', findingId: 'finding-R', key: 'change' };
    const prior = { day: '2025-11-20', days: 365, sizesUm: [31_000, null, null] } as const;
    const linked = aReportContext({ findings: [aReportFinding({}, { prior })] });
    const unread = { ...linked, findings: [{ ...aReportFinding(), isPriorUnknown: true }] };

    it('stays while the prior is not read, e.g. after a draft is opened again', () => {
      const sentence = textAt(linked.content, CHANGE);
      expect(sentence?.text).toContain('31.0 mm');
      expect(updateTexts(linked.content, unread)).toBe(linked.content);
      const edited = editText(linked.content, linked, CHANGE, 'It has shrunk from 31.0 mm.');
      expect(outdatedTexts(edited, unread)).toEqual([]);
    });

    it('is no unknown size while the prior is not read', () => {
      const checks = (context: ReportContext) => checkReport(context, {}).map(({ check }) => check);
      expect(checks(unread)).not.toContain('size-in-text');
      const withoutLink = { ...linked, findings: [aReportFinding()] };
      expect(checks(withoutLink)).toContain('size-in-text');
    });

    it('goes once the link is removed', () => {
      const without = { ...linked, findings: [aReportFinding()] };
      expect(textAt(updateTexts(linked.content, without), CHANGE)).toBeNull();
    });
  });

  it('drops texts of removed findings and adds new ones in the order of the report', () => {
    const context = aReportContext();
    const left = aReportFinding({ annotationLabels: {}, biradsScore: null }, { side: 'L' });
    const both = { ...context, findings: [left, ...context.findings] };
    const updated = updateTexts(context.content, both);
    expect(textsOf(updated).map(([id]) => id)).toEqual(['finding-L', 'finding-R']);
    expect(updated.findingTexts[1]).toBe(context.content.findingTexts[0]);
    const removed = updateTexts(updated, { ...both, findings: [left] });
    expect(textsOf(removed)).toEqual([
      [
        'finding-L',
        [
          'place: At 10:00, 32 mm from the nipple, 14 mm deep, upper outer quadrant.',
          'size: 12.4 × 9.4 × 8.4 mm.',
        ],
      ],
    ]);
  });

  it('writes in the language of the report, whatever the language of the page is', () => {
    const context = aReportContext();
    const german = updateTexts({ ...context.content, language: 'de' }, context);
    expect(textAt(german, DESCRIPTION)?.text).toContain('echoarmer Herdbefund');
    expect(german.impression.text).toBe(
      'Rechte Brust: BI-RADS 4B, Mäßiger Malignitätsverdacht (R1). Gewebesicherung.\n' +
        'Linke Brust: BI-RADS 1, Unauffällig. Reguläres Screening.',
    );
  });
});

describe('editText and resetText', () => {
  it('store what the template wrote, and let the text follow the record again', () => {
    const context = aReportContext();
    const edited = editText(context.content, context, IMPRESSION, 'See above.');
    expect(edited.impression).toEqual({
      text: 'See above.',
      editedFrom: context.content.impression.text,
    });
    expect(resetText(edited, context, IMPRESSION)).toEqual(context.content);
  });

  it('let a text follow the record that the reader has typed like the template', () => {
    const context = aReportContext();
    const { impression } = context.content;
    expect(editText(context.content, context, IMPRESSION, impression.text).impression).toEqual({
      text: impression.text,
      editedFrom: null,
    });
  });

  it('add a sentence for which the template has no facts, in its place', () => {
    const context = aReportContext();
    const target = { ...DESCRIPTION, key: 'change' } as const;
    const { findingTexts } = editText(context.content, context, target, 'New since last year.');
    expect(findingTexts[0]?.sentences.map(({ key }) => key)).toEqual([
      'place',
      'description',
      'size',
      'change',
      'assessment',
    ]);
    const reset = resetText({ ...context.content, findingTexts }, context, target);
    expect(reset).toEqual(context.content);
  });
});

describe('outdatedTexts', () => {
  it('lists edited texts for which the template now writes something else', () => {
    const context = aReportContext();
    const content = editText(context.content, context, DESCRIPTION, 'Irregular mass.');
    expect(outdatedTexts(content, context)).toEqual([]);
    expect(outdatedTexts(content, withFinding(context, OVAL))).toEqual([
      {
        target: DESCRIPTION,
        text: 'Irregular mass.',
        editedFrom: templateText(context, DESCRIPTION),
        template: 'Oval mass.',
      },
    ]);
  });

  it('lists nothing once the reader confirms the text', () => {
    const context = aReportContext();
    const changed = withFinding(context, OVAL);
    const content = editText(context.content, context, DESCRIPTION, 'Irregular mass.');
    const confirmed = editText(content, changed, DESCRIPTION, 'Irregular mass.');
    expect(outdatedTexts(confirmed, changed)).toEqual([]);
  });

  it('lists a section that depends on a category', () => {
    const context = aReportContext();
    const content = editText(context.content, context, IMPRESSION, 'Biopsy of R1.');
    const right = { ...content.right!, biradsScore: SCORES.B5 };
    expect(outdatedTexts({ ...content, right }, context)).toMatchObject([{ target: IMPRESSION }]);
  });
});
