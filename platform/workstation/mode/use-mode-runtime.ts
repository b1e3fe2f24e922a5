import { useEffect, useState } from 'react';
import type { ModeDefinition } from '#contracts';
import { enterMode, type ModeRuntime } from '#core';
import { problemOf, type Result } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';

/**
 * Enters the mode and attaches its shortcuts; leaves the mode on unmount. Returns the running mode
 * or the reason why entering failed; null while entering.
 */
export function useModeRuntime(mode: ModeDefinition, studyId: string | null) {
  const { host, services } = useApplication();
  const [runtime, setRuntime] = useState<Result<ModeRuntime> | null>(null);

  useEffect(() => {
    let cancelled = false;
    let entered: ModeRuntime | null = null;
    const accept = (result: Result<ModeRuntime>): void => {
      if (cancelled) {
        if (result.ok) result.value.dispose();
        return;
      }
      if (result.ok) {
        entered = result.value;
        entered.attachKeys(window);
        const [first] = entered.toolbar.flat().filter((item) => item.kind === 'tool');
        services.viewState.set({
          activeToolId: first?.id ?? null,
          maximisedCellId: null,
          isPlacingNipple: false,
          overlaysHidden: false,
        });
      }
      setRuntime(result);
    };
    enterMode(mode, host).then(accept, (thrown: unknown) => {
      const title = modeTexts.startFailed(mode.title);
      accept({ ok: false, problem: problemOf(thrown, 'MODE_FAILED', title, modeTexts.goBack) });
    });
    return () => {
      cancelled = true;
      entered?.dispose();
      setRuntime(null);
    };
  }, [mode, host, services]);

  useEffect(() => {
    if (runtime?.ok === true && studyId !== null) runtime.value.enterStudy(studyId);
  }, [runtime, studyId]);

  return runtime;
}
