import { type ReactNode, useEffect } from 'react';
import type { ModeDefinition } from '#contracts';
import type { ModeRuntime } from '#core';
import { Spinner, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ClinicalStrip } from '../clinical/clinical-strip.tsx';
import { ProblemCard } from '../errors/problem-card.tsx';
import { LoadedView } from '../layout/loaded-view.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import { ConflictStrip } from './conflict-strip.tsx';
import styles from './mode.module.css';
import { RereadingStrip } from './rereading-strip.tsx';
import { RightPanel } from './right-panel.tsx';
import { ToolRail } from './tool-rail.tsx';
import { useModeRuntime } from './use-mode-runtime.ts';
import { ViewportGrid } from './viewport-grid.tsx';

/** Layout of a running mode: tool rail, main area and right panel, where declared. */
export function RunningMode({ mode }: { readonly mode: ModeDefinition }): ReactNode {
  const { services } = useApplication();
  const studyId = useStore(services.study.store, (state) => state.study?.id ?? null);
  const runtime = useModeRuntime(mode, studyId);
  if (runtime === null) return <Spinner label={modeTexts.starting(mode.title)} centered />;
  if (!runtime.ok) {
    return (
      <div className={styles.message}>
        <ProblemCard problem={runtime.problem} />
      </div>
    );
  }
  return <Layout runtime={runtime.value} />;
}

function Layout({ runtime }: { readonly runtime: ModeRuntime }): ReactNode {
  const { commands } = useApplication();
  useEffect(() => {
    commands.setMode(runtime);
    return () => commands.setMode(null);
  }, [commands, runtime]);
  const { main, right, toolbar } = runtime;
  return (
    <div className={styles.layout} data-rail={toolbar.length > 0} data-right={right.length > 0}>
      {toolbar.length > 0 ? <ToolRail sections={toolbar} keys={runtime.keys} /> : null}
      <section className={styles.main} aria-label={runtime.mode.title}>
        <RereadingStrip />
        <ConflictStrip />
        {main.kind === 'viewports' ? (
          <ViewportGrid runtime={runtime} />
        ) : (
          <div className={styles.mainPanel}>
            <LoadedView
              label={main.panel.declaration.title}
              source={main.panel.owner}
              definition={main.panel.definition}
              props={{ context: main.panel.context }}
            />
          </div>
        )}
      </section>
      {right.length > 0 ? (
        <div className={styles.rightColumn}>
          {main.kind === 'viewports' ? <ClinicalStrip /> : null}
          <RightPanel panels={right} />
        </div>
      ) : null}
    </div>
  );
}
