import { type ReactNode, useState } from 'react';
import { type DeviceFault, SCAN_ERROR_CODES, type ScanErrorCode, scanError } from '#contracts';
import type { Problem } from '#foundation';
import { Button, Dropdown, NumberField, type Option } from '#ui';
import type { DeveloperFaults } from '../../state/scanner/developer-faults.ts';
import { developerTexts as texts } from '../../texts/developer-texts.ts';
import styles from './fault-form.module.css';

type Code = Exclude<ScanErrorCode, 'NoError'>;
type Moment = keyof typeof texts.moments;

const CODES = SCAN_ERROR_CODES.filter((code): code is Code => code !== 'NoError');
/** The labels contain the code, because several codes may share a title. */
const ERRORS: readonly Option<Code>[] = CODES.map((id) => ({
  id,
  label: `${id} · ${scanError(id).title}`,
}));
const MOMENTS: readonly Option<Moment>[] = (['frame', 'prepare', 'transducer'] as const).map(
  (id) => ({ id, label: texts.moments[id] }),
);

/** Developer mode: form that injects a fault by code and moment, and shows the response. */
export function FaultForm(props: {
  readonly faults: DeveloperFaults;
  onProblem(problem: Problem): void;
}): ReactNode {
  const [code, setCode] = useState<Code>('TooMuchMovement');
  const [moment, setMoment] = useState<Moment>('frame');
  const [frame, setFrame] = useState(100);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const submit = async (): Promise<void> => {
    setBusy(true);
    setMessage('');
    const at: DeviceFault['at'] = moment === 'frame' ? frame : moment;
    const response = await props.faults.injectFault({ code, at });
    setBusy(false);
    if (response.ok) setMessage(texts.responses[response.value]);
    else props.onProblem(response.problem);
  };
  return (
    <div className={styles.form}>
      <p>{texts.intro}</p>
      <Dropdown label={texts.code} options={ERRORS} value={code} nonNullable onChange={setCode} />
      <Dropdown
        label={texts.moment}
        options={MOMENTS}
        value={moment}
        nonNullable
        onChange={setMoment}
      />
      {moment === 'frame' ? (
        <NumberField label={texts.frame} value={frame} min={0} max={100_000} onChange={setFrame} />
      ) : null}
      <Button busy={busy} onPress={() => void submit()}>
        {texts.inject}
      </Button>
      <p role="status">{message}</p>
    </div>
  );
}
