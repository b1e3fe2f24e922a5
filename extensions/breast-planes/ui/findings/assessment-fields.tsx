import { type ReactNode, useEffect } from 'react';
import { type ExtensionContext, sessionToken } from '#core';
import { Dropdown, MultiDropdown, RadioChips, useStore } from '#ui';
import { biradsItems, biradsText, listItems } from '../../model/findings/assessment.ts';
import type { FindingForm } from '../../model/findings/finding-form.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import styles from './findings-panel.module.css';

const texts = findingTexts.assessment;
const MASS_CHOICES = [
  { id: 'unknown', label: texts.notAssessed, isMass: null },
  { id: 'yes', label: texts.mass.yes, isMass: true },
  { id: 'no', label: texts.mass.no, isMass: false },
] as const;

/** BI-RADS, mass flag and recommendations; read-only for blind annotators. */
export function AssessmentFields(props: {
  readonly context: ExtensionContext;
  readonly form: FindingForm;
  /** Errors of the server by field. */
  readonly errors: Readonly<Record<string, string>>;
  onChange(entries: Partial<FindingForm>): void;
}): ReactNode {
  const { context, form, errors, onChange } = props;
  const lookup = context.use(scanLookupToken);
  const lists = useStore(lookup.lists);
  useEffect(() => void lookup.readLists(), [lookup]);
  const disabled = useStore(context.use(sessionToken).store, ({ user }) =>
    (user?.roles ?? []).some(({ id }) => id === 'BLIND_ANNOTATOR'),
  );
  const birads = biradsItems(lists);
  const recommendations = listItems(lists, 'RECOMMENDATION');
  return (
    <>
      <Dropdown
        label={texts.birads}
        options={birads.map((item) => ({ id: String(item.score), label: biradsText(item) }))}
        error={errors.biradsScore ?? null}
        value={form.biradsScore === null ? null : String(form.biradsScore)}
        disabled={disabled}
        onChange={(score) => onChange({ biradsScore: score === null ? null : Number(score) })}
      />
      <div className={styles.assessmentFields}>
        <MultiDropdown
          label={texts.recommendations}
          options={recommendations.map(({ id, label }) => ({ id, label }))}
          values={form.recommendations}
          error={errors.recommendations ?? null}
          disabled={disabled}
          onChange={(ids) => onChange({ recommendations: [...ids] })}
        />
        <RadioChips
          label={texts.massFlag}
          options={MASS_CHOICES}
          error={errors.isMass ?? null}
          value={MASS_CHOICES.find(({ isMass }) => isMass === form.isMass)?.id ?? null}
          disabled={disabled}
          onChange={(id) =>
            onChange({ isMass: MASS_CHOICES.find((choice) => choice.id === id)?.isMass ?? null })
          }
        />
      </div>
      {disabled ? <p className={styles.help}>{texts.blind}</p> : null}
    </>
  );
}
