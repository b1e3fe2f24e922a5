import Upload from 'lucide-react/icons/upload';
import { type ReactNode, useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { DropZone as AriaDropZone, Text } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { buttonClass } from '../buttons/button.tsx';
import { FieldError } from '../fields/field-error.tsx';
import { fileTexts } from '../texts/file-texts.ts';
import { acceptsFile } from './accepts-file.ts';
import styles from './drop-zone.module.css';

export interface DropZoneProps {
  /** Expected files, e.g. 'Mammogram, report or image'. */
  readonly label: string;
  /** Same syntax as the accept attribute of a file input: '.pdf,image/*'. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly help?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
  onFiles(files: readonly File[]): void;
}

/** Accepts files by drag and drop, file dialog or paste; names rejected files. */
export function DropZone(props: DropZoneProps): ReactNode {
  const { accept, multiple = false, disabled = false } = props;
  const id = useId();
  const [fileError, setFileError] = useState<string | null>(null);
  const acceptFiles = (files: readonly File[]): void => {
    const accepted = files.filter((file) => acceptsFile(accept, file));
    const selected = multiple ? accepted : accepted.slice(0, 1);
    setFileError(fileErrorOf(files, accepted, multiple));
    if (selected.length > 0) props.onFiles(selected);
  };
  const error = fileError ?? props.error ?? null;
  return (
    <div className={styles.field}>
      <AriaDropZone
        className={styles.zone ?? ''}
        isDisabled={disabled}
        {...(error === null ? {} : { 'aria-describedby': `${id}-error` })}
        onDrop={(event) => {
          const dropped = event.items.flatMap((item) => (item.kind === 'file' ? [item] : []));
          void Promise.all(dropped.map((item) => item.getFile())).then(acceptFiles, () =>
            setFileError(fileTexts.unreadable),
          );
        }}
      >
        <Upload size={20} strokeWidth={1.5} aria-hidden />
        <Text slot="label" className={styles.label ?? ''}>
          {props.label}
        </Text>
        <span className={styles.actions}>
          <FileTrigger
            allowsMultiple={multiple}
            {...(accept === undefined ? {} : { acceptedFileTypes: accept.split(',') })}
            onSelect={(files) => acceptFiles([...(files ?? [])])}
          >
            <Button className={buttonClass('plain', 32)} isDisabled={disabled}>
              {multiple ? fileTexts.chooseFiles : fileTexts.chooseFile}
            </Button>
          </FileTrigger>
          <span>{multiple ? fileTexts.dropFiles : fileTexts.drop}</span>
        </span>
        {props.help === undefined ? null : <span className={styles.help}>{props.help}</span>}
      </AriaDropZone>
      <div aria-live="polite" className={styles.message}>
        {error === null ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
}

function fileErrorOf(
  files: readonly File[],
  accepted: readonly File[],
  multiple: boolean,
): string | null {
  const rejected = files.filter((file) => !accepted.includes(file));
  if (rejected.length > 0)
    return fileTexts.unsupportedType(rejected.map((file) => file.name).join(', '));
  return !multiple && accepted.length > 1 ? fileTexts.onlyOne(accepted[0]?.name ?? '') : null;
}
