import { type ReactNode, useState } from 'react';
import { REPORT_LANGUAGES } from '#contracts';
import type { Problem } from '#foundation';
import { MACRO_PLACEHOLDERS } from '#report';
import { Button, DialogActions, Dropdown, ErrorCard, TextArea, TextField } from '#ui';
import { MAX_NAME, MAX_TEXT, type TextBlock, textBlockErrors } from '../../model/text-blocks.ts';
import type { TextBlocks } from '../../state/text-blocks.ts';
import { textBlockTexts as texts } from '../../texts/text-block-texts.ts';

interface TextBlockFormProps {
  readonly textBlocks: TextBlocks;
  readonly own: readonly TextBlock[];
  readonly block: TextBlock;
  onDone(): void;
}

/** Form of a text block; errors and a failed save keep every entry. */
export function TextBlockForm({ textBlocks, own, block, onDone }: TextBlockFormProps): ReactNode {
  const [entry, setEntry] = useState(block);
  const [isChecked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const errors = isChecked ? textBlockErrors(entry, own) : {};
  const save = async (): Promise<void> => {
    setChecked(true);
    const tooLong = entry.text.length > MAX_TEXT || entry.name.length > MAX_NAME;
    if (tooLong || Object.keys(textBlockErrors(entry, own)).length > 0) return;
    setBusy(true);
    const saved = await textBlocks.save(entry);
    setBusy(false);
    if (saved.ok) onDone();
    else setProblem(saved.problem);
  };
  const change = (fields: Partial<TextBlock>): void => setEntry({ ...entry, ...fields });
  return (
    <>
      <TextField
        label={texts.name}
        value={entry.name}
        maxLength={MAX_NAME}
        autoFocus
        error={errors.name ?? null}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={texts.abbreviation}
        value={entry.abbreviation}
        help={texts.abbreviationHelp}
        error={errors.abbreviation ?? null}
        onChange={(abbreviation) => change({ abbreviation: abbreviation.trim() })}
      />
      <Dropdown
        label={texts.language}
        options={[
          { id: 'any', label: texts.anyLanguage },
          ...REPORT_LANGUAGES.map((id) => ({ id, label: texts.languages[id] })),
        ]}
        value={entry.language ?? 'any'}
        nonNullable
        onChange={(id) =>
          change({ language: REPORT_LANGUAGES.find((language) => language === id) ?? null })
        }
      />
      <TextArea
        label={texts.text}
        rows={5}
        maxLength={MAX_TEXT}
        value={entry.text}
        help={texts.textHelp(MACRO_PLACEHOLDERS.map((name) => `{${name}}`))}
        error={errors.text ?? null}
        onChange={(text) => change({ text })}
        onSubmit={() => void save()}
      />
      {problem === null ? null : <ErrorCard problem={problem} />}
      <DialogActions>
        <Button onPress={onDone}>{texts.cancel}</Button>
        <Button kind="primary" busy={busy} onPress={() => void save()}>
          {texts.save}
        </Button>
      </DialogActions>
    </>
  );
}
