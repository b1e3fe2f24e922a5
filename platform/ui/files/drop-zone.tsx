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
  /** What is wanted, e.g. 'Mammogram, report or image'. */
  readonly label: string;
  /** As the accept attribute of a file input: '.pdf,image/*'. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly help?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
  onFiles(files: readonly File[]): void;
}

/** Files by drag, by a file dialog, or by pasting; those that don't fit are named, not taken. */
export function DropZone(props: DropZoneProps): ReactNode {
  const { accept, multiple = false, disabled = false } = props;
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const take = (files: readonly File[]): void => {
    const fitting = files.filter((file) => acceptsFile(accept, file));
    const taken = multiple ? fitting : fitting.slice(0, 1);
    setRefused(refusalOf(files, fitting, multiple));
    if (taken.length > 0) props.onFiles(taken);
  };
  const error = refused ?? props.error ?? null;
  return (
    <div className={styles.field}>
      <AriaDropZone
        className={styles.zone ?? ''}
        isDisabled={disabled}
        {...(error === null ? {} : { 'aria-describedby': `${id}-error` })}
        onDrop={(event) => {
          const dropped = event.items.flatMap((item) => (item.kind === 'file' ? [item] : []));
          void Promise.all(dropped.map((item) => item.getFile())).then(take, () =>
            setRefused(fileTexts.unreadable),
          );
        }}
      >
        <Upload size={20} strokeWidth={1.5} aria-hidden />
        <Text slot="label" className={styles.label ?? ''}>
          {props.label}
        </Text>
        <span className={styles.ways}>
          <FileTrigger
            allowsMultiple={multiple}
            {...(accept === undefined ? {} : { acceptedFileTypes: accept.split(',') })}
            onSelect={(files) => take([...(files ?? [])])}
          >
            <Button className={buttonClass('plain', 32)} isDisabled={disabled}>
              {multiple ? fileTexts.chooseSeveral : fileTexts.choose}
            </Button>
          </FileTrigger>
          <span>{multiple ? fileTexts.dropSeveral : fileTexts.drop}</span>
        </span>
        {props.help === undefined ? null : <span className={styles.help}>{props.help}</span>}
      </AriaDropZone>
      <div aria-live="polite" className={styles.said}>
        {error === null ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
}

function refusalOf(
  files: readonly File[],
  fitting: readonly File[],
  multiple: boolean,
): string | null {
  const others = files.filter((file) => !fitting.includes(file));
  if (others.length > 0) return fileTexts.wrongKind(others.map((file) => file.name).join(', '));
  return !multiple && fitting.length > 1 ? fileTexts.onlyOne(fitting[0]?.name ?? '') : null;
}
