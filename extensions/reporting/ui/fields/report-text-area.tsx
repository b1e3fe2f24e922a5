import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReportLanguage } from '#contracts';
import { expandMacro, type MacroValues } from '#report';
import { classNames, Icon, IconButton, TextArea, type TextAreaProps } from '#ui';
import { abbreviationBefore, findBlock, type TextBlockFields } from '../../model/text-blocks.ts';
import type { ReportServices } from '../../state/report-services.ts';
import { dictationTexts, textBlockTexts } from '../../texts/text-block-texts.ts';
import { PickTextBlock } from '../text-blocks/pick-text-block.tsx';
import { useBlocksFor } from '../text-blocks/use-text-blocks.ts';
import { insertPhrase, insertText, selectionOf, type TextRange } from './insert-text.ts';
import styles from './report-text-area.module.css';
import { type FieldDictation, useDictation } from './use-dictation.ts';

interface ReportTextAreaProps extends TextAreaProps {
  readonly services: Pick<ReportServices, 'textBlocks' | 'dictation'>;
  /** Language of the report. */
  readonly language: ReportLanguage;
  /** Values of the finding or breast that the text describes. */
  readonly values: MacroValues;
}

/**
 * A text area of the report: `;abbreviation` and a space or Tab insert a text block, a button lists
 * them, and the microphone dictates if the site permits it.
 */
export function ReportTextArea({
  services,
  language,
  values,
  ...area
}: ReportTextAreaProps): ReactNode {
  const field = useRef<HTMLDivElement>(null);
  const blocks = useBlocksFor(services.textBlocks, language);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPicking, setPicking] = useState(false);
  const textArea = (): HTMLTextAreaElement | null =>
    field.current?.querySelector('textarea') ?? null;
  const dictation = useDictation(services.dictation, { language, field }, (phrase) => {
    const target = textArea();
    if (target !== null) insertPhrase(target, phrase);
  });
  const stopped = dictation.error === null ? null : dictationTexts.errors[dictation.error];
  const isOff = area.disabled === true;
  const { stop } = dictation;
  useEffect(() => {
    if (isOff) stop();
  }, [isOff, stop]);
  const insertBlock = (block: TextBlockFields, range: TextRange, after: string): void => {
    const expanded = expandMacro(block.text, values);
    setProblem(expanded.ok ? null : `${expanded.problem.detail} ${expanded.problem.next}`);
    const target = textArea();
    if (expanded.ok && target !== null) insertText(target, expanded.value + after, range);
    else target?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && dictation.isListening) {
      event.preventDefault();
      event.stopPropagation();
      stop();
    }
    const typed = typedBlock(event, blocks);
    if (typed === null) return;
    event.preventDefault();
    insertBlock(typed.block, typed.range, event.key === ' ' ? ' ' : '');
  };
  const pick = (block: TextBlockFields): void => {
    setPicking(false);
    // The dialog returns the focus to its button first.
    setTimeout(() => {
      const target = textArea();
      // Read now, because the text can change while the dialog is open.
      if (target !== null) insertBlock(block, selectionOf(target), '');
    }, 0);
  };
  const toggleDictation = (): void => {
    dictation.toggle();
    textArea()?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the text area within
    <div
      ref={field}
      className={classNames(styles.field, area.labelHidden === true && styles.unlabelled)}
      onKeyDown={onKeyDown}
    >
      {/* Above the field, so that the end of the visible part of the panel does not hide it. */}
      <Listening dictation={dictation} />
      <TextArea
        {...area}
        error={problem ?? stopped ?? area.error ?? null}
        onChange={(text) => {
          setProblem(null);
          area.onChange(text);
        }}
      />
      <Tools
        services={services}
        isListening={dictation.isListening}
        label={area.label}
        disabled={isOff}
        onDictate={toggleDictation}
        onPick={() => setPicking(true)}
      />
      {isPicking ? (
        <PickTextBlock blocks={blocks} onPick={pick} onClose={() => setPicking(false)} />
      ) : null}
    </div>
  );
}

/** Returns the text block whose abbreviation a key ends, and the range of the abbreviation. */
function typedBlock(
  event: KeyboardEvent,
  blocks: readonly TextBlockFields[],
): { readonly block: TextBlockFields; readonly range: TextRange } | null {
  const { target, key } = event;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if ((key !== ' ' && key !== 'Tab') || hasModifier || event.nativeEvent.isComposing) return null;
  if (!(target instanceof HTMLTextAreaElement)) return null;
  const { start, end } = selectionOf(target);
  const typed = start === end ? abbreviationBefore(target.value, start) : null;
  const block = typed === null ? undefined : findBlock(blocks, typed.abbreviation);
  if (typed === null || block === undefined) return null;
  return { block, range: { start: typed.start, end } };
}

interface ToolsProps {
  readonly services: Pick<ReportServices, 'dictation'>;
  readonly isListening: boolean;
  readonly label: string;
  readonly disabled: boolean;
  onDictate(): void;
  onPick(): void;
}

/** Buttons of the field. */
function Tools(props: ToolsProps): ReactNode {
  const { services, isListening, label, disabled, onDictate, onPick } = props;
  if (disabled) return null;
  return (
    <div className={styles.tools}>
      <IconButton icon="list" size={24} label={textBlockTexts.insert} onPress={onPick} />
      {services.dictation === null ? null : (
        <IconButton
          icon="microphone"
          size={24}
          label={isListening ? dictationTexts.stop : dictationTexts.start(label)}
          pressed={isListening}
          onPress={onDictate}
        />
      )}
    </div>
  );
}

function Listening({ dictation }: { readonly dictation: FieldDictation }): ReactNode {
  const { isListening, interim } = dictation;
  if (!isListening) return null;
  return (
    <p className={styles.listening} role="status" data-testid="dictation">
      <Icon name="microphone" size={16} />
      {interim === '' ? dictationTexts.listening : interim}
    </p>
  );
}
