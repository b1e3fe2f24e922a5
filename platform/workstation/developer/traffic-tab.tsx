import { type ReactNode, useMemo, useState } from 'react';
import type { DeveloperTools, LiveConnectionState, TrafficEntry } from '#core';
import {
  Button,
  EmptyState,
  Icon,
  StateDot,
  type StateTone,
  Switch,
  Table,
  type TableColumn,
  TextField,
  useStore,
} from '#ui';
import { useApplication } from '../application/application-context.ts';
import { developerTexts } from '../texts/developer-texts.ts';
import { clockTime } from './clock-time.ts';
import styles from './developer.module.css';
import { filterTraffic, prettyPayload, shortTopic } from './filter-traffic.ts';

const texts = developerTexts.traffic;
const TONES: Readonly<Record<LiveConnectionState, StateTone>> = {
  off: 'off',
  connecting: 'info',
  online: 'ok',
  lost: 'warn',
};

const COLUMNS: readonly TableColumn<TrafficEntry>[] = [
  { id: 'at', title: texts.at, width: 136, cell: ({ at }) => clockTime(at) },
  {
    id: 'direction',
    title: texts.direction,
    width: 144,
    cell: ({ direction, accepted }) =>
      accepted ? (
        texts.directions[direction]
      ) : (
        <StateDot tone="danger" label={`${texts.directions[direction]}, ${texts.rejected}`} />
      ),
  },
  {
    id: 'topic',
    title: texts.topic,
    width: '36%',
    isRowHeader: true,
    cell: ({ topic }) => <span title={topic}>{shortTopic(topic)}</span>,
  },
  {
    id: 'payload',
    title: texts.payload,
    cell: ({ text }) => <span className={styles.code}>{text.slice(0, 200)}</span>,
  },
];
const idOf = ({ number }: TrafficEntry): string => String(number);

/** Lists the last live messages, newest first, with the full text of the selected message. */
export function TrafficTab({ tools }: { readonly tools: DeveloperTools }): ReactNode {
  const latest = useStore(tools.traffic);
  // The entries at the moment of pausing; null while running.
  const [paused, setPaused] = useState<readonly TrafficEntry[] | null>(null);
  const [text, setText] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const entries = paused ?? latest;
  const shown = useMemo(() => filterTraffic(entries, text), [entries, text]);
  const selected = shown.find((entry) => idOf(entry) === selectedId) ?? null;
  return (
    <div className={styles.list}>
      <TrafficTools
        text={text}
        paused={paused !== null}
        onText={setText}
        onPause={(pause) => setPaused(pause ? latest : null)}
        onClear={() => {
          setPaused(null);
          tools.clearTraffic();
        }}
      />
      <div className={styles.split}>
        <div className={styles.table}>
          <Table
            label={texts.label}
            columns={COLUMNS}
            items={shown}
            selectedId={selectedId}
            empty={
              <EmptyState
                icon="activity"
                text={entries.length === 0 ? texts.none : texts.noMatch}
              />
            }
            idOf={idOf}
            onSelect={setSelectedId}
          />
        </div>
        <Payload entry={selected} />
      </div>
      <TrafficFoot shown={shown.length} total={entries.length} />
    </div>
  );
}

function TrafficTools(props: {
  readonly text: string;
  readonly paused: boolean;
  onText(text: string): void;
  onPause(pause: boolean): void;
  onClear(): void;
}): ReactNode {
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <TextField
          label={texts.filter}
          labelHidden
          type="search"
          icon={<Icon name="filter" />}
          hint={texts.filterHint}
          value={props.text}
          onChange={props.onText}
        />
      </div>
      <Switch label={texts.pause} checked={props.paused} onChange={props.onPause} />
      <Button onPress={props.onClear}>{texts.clear}</Button>
    </div>
  );
}

function Payload({ entry }: { readonly entry: TrafficEntry | null }): ReactNode {
  return (
    <aside className={styles.payload} aria-label={texts.payload}>
      {entry === null ? (
        <p className={styles.caption}>{texts.choose}</p>
      ) : (
        <>
          <p className={styles.topic}>{entry.topic}</p>
          {entry.accepted ? null : <p className={styles.rejected}>{texts.rejectedReason}</p>}
          {/* Focusable, so that long text can be scrolled by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable */}
          <pre className={styles.code} tabIndex={0}>
            {prettyPayload(entry.text)}
          </pre>
        </>
      )}
    </aside>
  );
}

function TrafficFoot(props: { readonly shown: number; readonly total: number }): ReactNode {
  const { live } = useApplication().services;
  const state = useStore(live.state);
  const dropped = live.droppedMessages();
  return (
    <footer className={styles.foot}>
      <StateDot tone={TONES[state]} label={texts.states[state]} />
      <span>{texts.shown(props.shown, props.total)}</span>
      {dropped === 0 ? null : <span>{texts.dropped(dropped)}</span>}
      <span className={styles.end}>{texts.inMemory}</span>
    </footer>
  );
}
