import { type ReactNode, useState } from 'react';
import type { ComposedText, ReportLanguage } from '#contracts';
import type { MacroValues } from '#report';
import { Button } from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ReportTextArea } from './fields/report-text-area.tsx';
import styles from './report-panel.module.css';

const { sentence: texts } = reportPageTexts;

interface ComposedTextFieldProps {
  readonly services: Pick<ReportServices, 'textBlocks' | 'dictation'>;
  readonly language: ReportLanguage;
  /** Values of the placeholders of text blocks. */
  readonly values: MacroValues;
  readonly label: string;
  readonly value: ComposedText;
  /** What the template writes now; null for a text that the template does not write. */
  readonly template: string | null;
  readonly disabled: boolean;
  onEdit(text: string): void;
  /** Follows the template again. */
  onReset(): void;
}

/**
 * A text of a template. A press edits it, and every change enters the report at once, so that none is
 * lost by a signature. An edited text says when its record has changed.
 */
export function ComposedTextField(props: ComposedTextFieldProps): ReactNode {
  const { label, value, template, disabled } = props;
  const [before, setBefore] = useState<ComposedText | null>(null);
  const isEdited = value.editedFrom !== null;
  const isOutdated = isEdited && template !== null && template !== value.editedFrom;
  if (before !== null && !disabled) {
    const close = (): void => setBefore(null);
    const cancel = (): void => {
      close();
      if (before.editedFrom === null) props.onReset();
      else props.onEdit(before.text);
    };
    return (
      <div className={styles.entry}>
        <ReportTextArea
          services={props.services}
          language={props.language}
          values={props.values}
          label={label}
          labelHidden
          rows={3}
          value={value.text}
          autoFocus
          onChange={props.onEdit}
          onSubmit={close}
        />
        <div className={styles.line}>
          <Button size={24} kind="primary" onPress={close}>
            {texts.save}
          </Button>
          <Button size={24} onPress={cancel}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    );
  }
  // An empty text of a report that can't be changed has nothing to say.
  if (disabled && value.text === '') return null;
  return (
    <>
      <button
        type="button"
        className={styles.sentence}
        data-edited={isEdited}
        aria-label={value.text === '' ? `${label}: ${texts.add}` : texts.edit(value.text)}
        disabled={disabled}
        onClick={() => setBefore(value)}
      >
        {value.text === '' ? texts.add : value.text}
        {isEdited ? <em className={styles.edited}>{texts.edited}</em> : null}
      </button>
      {isOutdated && !disabled ? (
        <div className={styles.outdated} role="status">
          <p>{texts.outdated}</p>
          <p className={styles.template}>{template === '' ? '–' : template}</p>
          <div className={styles.line}>
            <Button size={24} onPress={props.onReset}>
              {texts.follow}
            </Button>
            <Button size={24} onPress={() => props.onEdit(value.text)}>
              {texts.keep}
            </Button>
          </div>
        </div>
      ) : isEdited && !disabled ? (
        <Button size={24} kind="link" onPress={props.onReset}>
          {texts.follow}
        </Button>
      ) : null}
    </>
  );
}
