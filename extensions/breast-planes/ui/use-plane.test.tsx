// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { type ExtensionContext, type HungImage, studyToken, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { render, unmountAll } from '#ui/testing';
import { createReadingState, readingToken } from '../state/reading-state.ts';
import { usePlane } from './use-plane.ts';

afterEach(unmountAll);

function View(props: { readonly context: ExtensionContext; readonly image: HungImage }) {
  usePlane(props.context, props.image, `cell-${props.image.scan.id}`, 'COR', null);
  return null;
}

it('follows the marks of a scan on the screen, whatever panel is open beside it', async () => {
  const { study, clinic, viewState } = await fakePlatform('PHYSICIAN');
  const [target, other] = clinic.scans;
  if (target === undefined || other === undefined) throw new Error('The clinic has two scans');
  await study.open(clinic.studyId, target.id);
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [viewStateToken, viewState],
    [readingToken, createReadingState()],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const image: HungImage = { scan: other, kind: 'VOLUME', file: null };
  const { unmount } = await render(<View context={context} image={image} />);
  expect(Object.keys(study.store.getState().findingsByScan)).toContain(other.id);
  await unmount();
  expect(Object.keys(study.store.getState().findingsByScan)).not.toContain(other.id);
});
