import { problem } from '#foundation';
import {
  Button,
  Chip,
  EmptyState,
  ErrorCard,
  Icon,
  JobRow,
  type JobView,
  ProgressBar,
  Skeleton,
  Spinner,
  StateDot,
  StatusDot,
  Tag,
} from '#ui';
import { LONG_TEXT, type StoryGroup } from './story.ts';

const noop = (): void => undefined;
const JOB: JobView = {
  status: 'IN_PROGRESS',
  phase: 'Reconstructing',
  done: 412,
  total: 720,
  problem: null,
};
const FAILED = problem(
  'LIST_REFUSED',
  'The list could not be read',
  'The server returned status 503 after 5 s.',
  'Your entries are kept. Try again in a moment.',
);

export const stateStories: readonly StoryGroup[] = [
  {
    widget: 'StateDot',
    stories: (['ok', 'warn', 'danger', 'info', 'off'] as const).map((tone) => ({
      title: tone,
      draw: () => <StateDot tone={tone} label={`State ${tone}`} />,
    })),
  },
  {
    widget: 'StatusDot',
    stories: (['idle', 'ok', 'warning', 'danger', 'busy'] as const).map((state) => ({
      title: state,
      draw: () => (
        <span>
          <StatusDot state={state} /> {state}
        </span>
      ),
    })),
  },
  {
    widget: 'Tag and Chip',
    stories: [
      { title: 'Tag', draw: () => <Tag color="var(--finding-user)">U</Tag> },
      {
        title: 'Tag on purple',
        draw: () => (
          <Tag color="var(--finding-ai)" textColor="var(--text-on-purple)">
            A
          </Tag>
        ),
      },
      { title: 'Chip', draw: () => <Chip>AP</Chip> },
      { title: 'Chip of a warning', draw: () => <Chip tone="warning">Orientation assumed</Chip> },
      {
        title: 'Chips to choose from',
        draw: () => (
          <span>
            <Chip selected onPress={noop}>
              All
            </Chip>{' '}
            <Chip selected={false} onPress={noop}>
              New
            </Chip>
          </span>
        ),
      },
    ],
  },
  {
    widget: 'Loading',
    stories: [
      { title: 'Spinner', draw: () => <Spinner label="Loading patients" /> },
      { title: 'Spinner in the middle', draw: () => <Spinner label="Loading" centered /> },
      { title: 'Skeleton', draw: () => <Skeleton lines={4} label="Loading the patient" /> },
      { title: 'Skeleton of a number', draw: () => <Skeleton width={72} /> },
    ],
  },
  {
    widget: 'Progress',
    stories: [
      { title: 'Known', draw: () => <ProgressBar label="Upload" done={62} total={100} /> },
      { title: 'Total unknown', draw: () => <ProgressBar label="Reading" done={0} total={0} /> },
      {
        title: 'Job',
        wide: true,
        draw: () => <JobRow title="3D, right" job={JOB} onCancel={noop} />,
      },
      {
        title: 'Queued job',
        wide: true,
        draw: () => <JobRow title="Auto detection" job={{ ...JOB, status: 'NOT_STARTED' }} />,
      },
      {
        title: 'Failed job',
        wide: true,
        draw: () => (
          <JobRow
            title="Transfer to archive"
            job={{ ...JOB, status: 'FAILED', problem: FAILED }}
            onRetry={noop}
          />
        ),
      },
    ],
  },
  {
    widget: 'EmptyState',
    stories: [
      {
        title: 'With an action',
        wide: true,
        draw: () => (
          <EmptyState icon="users" text="No patients yet. Add the first patient.">
            <Button>
              <Icon name="plus" size={16} />
              New patient
            </Button>
          </EmptyState>
        ),
      },
      { title: 'Text only', wide: true, draw: () => <EmptyState text="No patients match." /> },
    ],
  },
  {
    widget: 'ErrorCard',
    stories: [
      {
        title: 'With a next step',
        wide: true,
        draw: () => <ErrorCard problem={FAILED} onRetry={noop} />,
      },
      {
        title: 'Long text',
        wide: true,
        draw: () => (
          <ErrorCard
            problem={{ ...FAILED, title: LONG_TEXT, detail: `${LONG_TEXT}, ${LONG_TEXT}` }}
          />
        ),
      },
    ],
  },
];
