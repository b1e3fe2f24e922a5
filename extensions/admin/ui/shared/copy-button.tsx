import { type ReactNode, useState } from 'react';
import { Button, type ButtonKind, copyText, Icon } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';

/** Copies a text to the clipboard and reports whether the browser allowed it. */
export function CopyButton(props: {
  readonly text: string;
  readonly label?: string;
  readonly ariaLabel?: string;
  readonly kind?: ButtonKind;
  readonly autoFocus?: boolean;
}): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'copyRefused' | null>(null);
  const copy = (): void => {
    void copyText(props.text).then((done) => setOutcome(done ? 'copied' : 'copyRefused'));
  };
  return (
    <Button
      kind={props.kind ?? 'plain'}
      {...(props.ariaLabel === undefined ? {} : { ariaLabel: props.ariaLabel })}
      autoFocus={props.autoFocus ?? false}
      onPress={copy}
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
      {outcome === null ? (props.label ?? adminTexts.copy) : adminTexts[outcome]}
    </Button>
  );
}
