import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Spinner } from '#ui';
import { onDemand } from '../errors/on-demand.tsx';
import { developerTexts } from '../texts/developer-texts.ts';
import styles from './developer.module.css';
import { STORY_FILES } from './stories/index.ts';
import type { Story, StoryGroup } from './stories/story.ts';

const texts = developerTexts.stories;
const ALL = 'all';
const TITLES: Readonly<Record<string, string>> = texts.files;

/** Lazy pages, one chunk per story file. */
const PAGES: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  STORY_FILES.map((file) => [
    file.id,
    onDemand(async () => {
      const groups = await file.load();
      return () => <Groups title={TITLES[file.id] ?? file.id} groups={groups} />;
    }),
  ]),
);

/** Shows every widget in its states. */
export function StoriesTab(): ReactNode {
  const [query] = useSearchParams();
  const requestedId = query.get('stories') ?? STORY_FILES[0]?.id ?? ALL;
  const shown = STORY_FILES.filter(({ id }) => requestedId === ALL || requestedId === id);
  return (
    <div className={styles.stories}>
      <nav aria-label={texts.navigation} className={styles.navigation}>
        {[...STORY_FILES.map(({ id }) => id), ALL].map((id) => (
          <Link
            key={id}
            to={`?stories=${id}`}
            className={styles.entry}
            {...(id === requestedId ? { 'aria-current': 'page' as const } : {})}
          >
            {TITLES[id] ?? texts.all}
          </Link>
        ))}
      </nav>
      <div className={styles.content}>
        <Suspense fallback={<Spinner label={texts.loading} centered />}>
          {shown.map(({ id }) => {
            const Page = PAGES[id];
            return Page === undefined ? null : <Page key={id} />;
          })}
        </Suspense>
      </div>
    </div>
  );
}

function Groups(props: {
  readonly title: string;
  readonly groups: readonly StoryGroup[];
}): ReactNode {
  return (
    <section className={styles.file}>
      <h2 className={styles.fileTitle}>{props.title}</h2>
      {props.groups.map((group) => (
        <section key={group.widget} className={styles.group}>
          <h3 className={styles.widget}>{group.widget}</h3>
          <div className={styles.grid}>
            {group.stories.map((story) => (
              <StoryView key={story.title} story={story} />
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

function StoryView({ story }: { readonly story: Story }): ReactNode {
  const Draw = story.draw;
  return (
    <div className={styles.story} data-wide={story.wide}>
      <p className={styles.caption}>{story.title}</p>
      <div
        className={styles.stage}
        style={story.height === undefined ? {} : { height: story.height }}
      >
        <Draw />
      </div>
    </div>
  );
}
