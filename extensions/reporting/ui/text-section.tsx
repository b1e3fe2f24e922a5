import type { ReactNode } from 'react';
import {
  editText,
  type ReportContext,
  resetText,
  type Side,
  sideOf,
  type TextTarget,
  templateText,
  textAt,
} from '#report';
import { Disclosure } from '#ui';
import { changeText } from '../model/edit-content.ts';
import { targetValues } from '../model/macro-subject.ts';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ComposedTextField } from './composed-text.tsx';
import { ReportTextArea } from './fields/report-text-area.tsx';
import styles from './report-panel.module.css';

const { sections: texts, sides, side: sideTexts, finding: findingTexts } = reportPageTexts;

interface TextSectionProps {
  readonly services: ReportServices;
  readonly context: ReportContext;
  readonly disabled: boolean;
}

/** Texts on the whole study have no finding whose values a text block could contain. */
const NO_VALUES = {};

/** The report as it will read: sentences that follow the record, each of which can be edited. */
export function TextSection(props: TextSectionProps): ReactNode {
  const { services, context, disabled } = props;
  const { content } = context;
  const text = (section: 'technique' | 'comparison' | 'impression', label: string): ReactNode => (
    <Composed {...props} label={label} target={{ kind: 'section', section }} />
  );
  return (
    <section className={styles.section} aria-label={texts.text} data-testid="report-text">
      <Disclosure title={texts.more}>
        <ReportTextArea
          services={services}
          language={content.language}
          values={NO_VALUES}
          label={texts.indication}
          rows={2}
          maxLength={20_000}
          value={content.indication}
          disabled={disabled}
          onChange={(value) => services.report.edit(changeText('indication', value))}
        />
        {text('technique', texts.technique)}
        {text('comparison', texts.comparison)}
      </Disclosure>
      <SideText {...props} side="R" />
      <SideText {...props} side="L" />
      {text('impression', texts.impression)}
      <ReportTextArea
        services={services}
        language={content.language}
        values={NO_VALUES}
        label={texts.correlation}
        rows={2}
        maxLength={20_000}
        value={content.correlation}
        disabled={disabled}
        onChange={(value) => services.report.edit(changeText('correlation', value))}
      />
    </section>
  );
}

/** Text of a breast and the numbered texts of its findings. */
function SideText(props: TextSectionProps & { readonly side: Side }): ReactNode {
  const { context, side } = props;
  if (sideOf(context.content, side) === null) return null;
  const section = side === 'L' ? 'left' : 'right';
  return (
    <div className={styles.sideText}>
      <h3 className={styles.label}>{sides[side]}</h3>
      {context.findings
        .filter((item) => item.side === side)
        .map(({ finding }) => (
          <FindingSentences
            key={finding.id}
            {...props}
            findingId={finding.id}
            label={finding.label}
          />
        ))}
      <Composed
        {...props}
        label={sideTexts.text}
        hidesLabel
        target={{ kind: 'section', section }}
      />
    </div>
  );
}

function FindingSentences(
  props: TextSectionProps & { readonly findingId: string; readonly label: number },
): ReactNode {
  const { context, findingId, label } = props;
  const own = context.content.findingTexts.find((item) => item.findingId === findingId);
  if (own === undefined) return null;
  return (
    <div className={styles.findingText} data-testid={`finding-text-${findingId}`}>
      <span className={styles.number}>{label}.</span>
      <div>
        {own.sentences.map(({ key }) => (
          <Composed
            key={key}
            {...props}
            label={findingTexts.note}
            hidesLabel
            target={{ kind: 'sentence', findingId, key }}
          />
        ))}
        {own.text === '' ? null : <span className={styles.ownText}>{own.text}</span>}
      </div>
    </div>
  );
}

interface ComposedProps extends TextSectionProps {
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly target: TextTarget;
}

function Composed({
  services,
  context,
  disabled,
  label,
  hidesLabel,
  target,
}: ComposedProps): ReactNode {
  const value = textAt(context.content, target);
  if (value === null) return null;
  const { report } = services;
  return (
    <div className={styles.composed}>
      {hidesLabel === true ? null : <h3 className={styles.label}>{label}</h3>}
      <ComposedTextField
        services={services}
        language={context.content.language}
        values={targetValues(context, target)}
        label={label}
        value={value}
        template={templateText(context, target)}
        disabled={disabled}
        onEdit={(text) =>
          report.edit((content) => editText(content, { ...context, content }, target, text))
        }
        onReset={() =>
          report.edit((content) => resetText(content, { ...context, content }, target))
        }
      />
    </div>
  );
}
