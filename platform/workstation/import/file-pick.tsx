import { type ReactNode, useId, useRef, useState } from 'react';
import { Button, FieldError, Icon } from '#ui';
import { importTexts } from '../texts/import-texts.ts';
import styles from './import-dialog.module.css';
import { formatBytes } from './import-file.ts';

export interface FilePickProps {
  readonly file: File | null;
  readonly disabled: boolean;
  readonly error: string | null;
  onPick(file: File): void;
}

/** File selection by button or drag and drop. */
export function FilePick({ file, disabled, error, onPick }: FilePickProps): ReactNode {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const take = (files: FileList | null): void => {
    const [first] = files ?? [];
    if (first !== undefined && !disabled) onPick(first);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button is the keyboard alternative to dropping */}
      <div
        className={styles.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        {file === null ? (
          <p>{importTexts.drop}</p>
        ) : (
          <p>
            <strong>{file.name}</strong> · {formatBytes(file.size)}
          </p>
        )}
        <Button disabled={disabled} onPress={() => input.current?.click()}>
          <Icon name="upload" size={16} />
          {file === null ? importTexts.choose : importTexts.chooseAnother}
        </Button>
        <input
          ref={input}
          className={styles.file}
          type="file"
          aria-label={importTexts.file}
          aria-describedby={error === null ? undefined : errorId}
          tabIndex={-1}
          disabled={disabled}
          onChange={(event) => {
            take(event.target.files);
            // Allows selecting the same file again after its correction on disk.
            event.target.value = '';
          }}
        />
      </div>
      {error === null ? null : <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
