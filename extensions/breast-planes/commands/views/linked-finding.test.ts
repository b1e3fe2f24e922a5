// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { type ReadingStudy, readingStudy, settle } from '#core/testing';
import type { CommandServices } from '../services.ts';
import { type LinkedFinding, showLinkedFinding } from './linked-finding.ts';

let reading: ReadingStudy | null = null;
let linked: LinkedFinding | null = null;
afterEach(() => {
  linked?.dispose();
  reading?.dispose();
  window.location.hash = '';
});

/** An open study with two findings, of which the address names the first. */
async function open({ addressed = true } = {}) {
  reading = await readingStudy();
  const { study, viewState: view } = reading;
  const finding = reading.add();
  const other = reading.add();
  await reading.autosave();
  study.selectFinding(other.id);
  if (addressed) window.location.hash = `#/scan?study=1&finding=${finding.id}`;
  // Without a volume nothing but the selection is observable.
  const volumes = { store: { getState: () => ({ volumes: {}, cells: {} }) } };
  const services = { study, view, reading: volumes } as unknown as CommandServices;
  linked = showLinkedFinding(services);
  const selected = () => study.store.getState().selectedFindingId;
  return { ...reading, finding, other, linked, selected };
}

describe('the finding of the address', () => {
  it('is selected once its scan is visible', async () => {
    const { finding, other, linked: link, selected, scanId } = await open();
    expect(selected()).toBe(other.id);
    link.scanShown('another scan');
    expect(selected()).toBe(other.id);
    link.scanShown(scanId);
    expect(selected()).toBe(finding.id);
  });

  it('is not selected again when the findings change', async () => {
    const { other, linked: link, selected, scanId, study } = await open();
    link.scanShown(scanId);
    study.selectFinding(other.id);
    await study.refresh();
    await settle();
    expect(selected()).toBe(other.id);
  });

  it('is selected again in a study that was closed and opened', async () => {
    const { finding, linked: link, selected, scanId, study } = await open();
    link.scanShown(scanId);
    const id = study.store.getState().study?.id ?? '';
    await study.close();
    await study.open(id, scanId);
    await settle();
    expect(selected()).toBeNull();
    link.scanShown(scanId);
    expect(selected()).toBe(finding.id);
  });

  it('changes no selection without a finding in the address', async () => {
    const { other, linked: link, selected, scanId } = await open({ addressed: false });
    link.scanShown(scanId);
    expect(selected()).toBe(other.id);
  });
});
