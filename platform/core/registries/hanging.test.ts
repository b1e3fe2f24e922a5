import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HangingProtocol, hangingProtocolSchema, type ScanSide } from '#contracts';
import { type HungImage, hang, layoutChoices } from '#core';

interface ImageOptions {
  readonly scan: string;
  readonly side: ScanSide | null;
  readonly kind?: HungImage['kind'];
  readonly at?: string | null;
  readonly origin?: 'SCANNED' | 'IMPORTED';
}

/** Creates an image with only the fields that hanging uses. */
function image({ scan, side, kind = 'VOLUME', at = null, origin = 'SCANNED' }: ImageOptions) {
  const scanFields = {
    id: scan,
    label: scan,
    laterality: { id: side },
    acquisitionTime: at,
    origin,
  };
  return { scan: scanFields, kind, file: null } as unknown as HungImage;
}

function protocol(id: string, change: Partial<HangingProtocol> = {}): HangingProtocol {
  return hangingProtocolSchema.parse({
    id: `test.${id}`,
    title: id,
    priority: 1,
    when: [],
    grid: { columns: '1fr', rows: '1fr', areas: ['a'] },
    cells: [{ area: 'a', viewport: 'test.view', image: { kind: 'VOLUME', laterality: 'target' } }],
    ...change,
  });
}

const bothSides = protocol('both', {
  priority: 5,
  when: [{ attribute: 'sidesInStudy', op: 'gte', value: 2 }],
  grid: { columns: '1fr 1fr', rows: '1fr', areas: ['R L'] },
  cells: (['R', 'L'] as const).map((laterality) => ({
    area: laterality,
    viewport: 'test.view',
    options: {},
    image: { kind: 'VOLUME' as const, laterality, of: 'current' as const },
  })),
});
const rawFrames = protocol('raw', {
  when: [
    { attribute: 'kind', op: 'in', value: ['RAW'] },
    { attribute: 'origin', op: 'eq', value: 'SCANNED' },
  ],
});
const oneSide = protocol('one', { when: [{ attribute: 'kind', op: 'eq', value: 'VOLUME' }] });
const PROTOCOLS = [oneSide, bothSides, rawFrames];

const withPrior = protocol('compare', {
  priority: 0,
  when: [{ attribute: 'priors', op: 'gte', value: 1 }],
  grid: { columns: '1fr 1fr', rows: '1fr', areas: ['current prior'] },
  cells: (['current', 'prior'] as const).map((of) => ({
    area: of,
    viewport: 'test.view',
    options: {},
    image: { kind: 'VOLUME' as const, laterality: 'target' as const, of },
  })),
});

function hangSummary(images: readonly HungImage[], targetScanId: string | null) {
  const result = hang(PROTOCOLS, { images, targetScanId });
  return {
    protocol: result.protocol?.title ?? null,
    cells: result.cells.map((cell) => cell.image?.scan.id ?? null),
  };
}

describe('hang', () => {
  it.each([
    ['one side', [{ scan: 'r', side: 'R' }], 'r', { protocol: 'one', cells: ['r'] }],
    [
      'both sides, with the right breast on the viewer’s left',
      [
        { scan: 'l', side: 'L' },
        { scan: 'r', side: 'R' },
      ],
      'l',
      { protocol: 'both', cells: ['r', 'l'] },
    ],
    [
      'two scans of the opened side, of which the opened scan takes precedence over the newer scan',
      [
        { scan: 'r-new', side: 'R', at: '2026-02-01' },
        { scan: 'r-old', side: 'R', at: '2026-01-01' },
        { scan: 'l', side: 'L' },
      ],
      'r-old',
      { protocol: 'both', cells: ['r-old', 'l'] },
    ],
    [
      'three scans of the other side, of which the newest scan is shown',
      [
        { scan: 'l', side: 'L' },
        { scan: 'r-none', side: 'R' },
        { scan: 'r-new', side: 'R', at: '2026-02-01' },
        { scan: 'r-old', side: 'R', at: '2026-01-01' },
      ],
      'l',
      { protocol: 'both', cells: ['r-new', 'l'] },
    ],
    [
      'raw frames only',
      [{ scan: 'r', side: 'R', kind: 'RAW' }],
      'r',
      { protocol: 'raw', cells: [null] },
    ],
    ['nothing opened', [{ scan: 'r', side: 'R' }], null, { protocol: null, cells: [] }],
    ['no image at all', [], 'r', { protocol: null, cells: [] }],
  ] as const)('chooses protocol and images for %s', (_name, images, target, expected) => {
    expect(hangSummary(images.map(image), target)).toEqual(expected);
  });

  it('gives a reason for every skipped protocol and every cell', () => {
    const result = hang(PROTOCOLS, {
      images: [image({ scan: 'R2', side: 'R' })],
      targetScanId: 'R2',
    });
    expect(result.reasons).toEqual([
      'both: sidesInStudy gte 2 is false',
      'one: 1 rule matches, priority 1',
    ]);
    expect(result.cells[0]?.reasons).toEqual([
      'requests VOLUME of the opened scan',
      'scan R2 was opened',
    ]);
  });

  const inputs = fc.record({
    images: fc.array(
      fc.record({
        scan: fc.constantFrom('a', 'b', 'c', 'd'),
        side: fc.constantFrom('L', 'R', null),
        kind: fc.constantFrom('VOLUME', 'RAW'),
        at: fc.constantFrom('2026-01-01', '2026-02-01', null),
      }),
      { maxLength: 8 },
    ),
    target: fc.constantFrom('a', 'b', 'z', null),
  });

  it('never fills a cell that requests a side with an image of the other or an unknown side', () => {
    fc.assert(
      fc.property(inputs, ({ images, target }) => {
        const sided = { ...bothSides, when: [] };
        const result = hang([sided], { images: images.map(image), targetScanId: target });
        result.cells.forEach((cell, index) => {
          const laterality = sided.cells[index]?.image.laterality;
          if (cell.image !== null) expect(cell.image.scan.laterality.id).toBe(laterality);
        });
      }),
    );
  });

  it('compares the current scan with a prior of exactly the same side only', () => {
    const withOnePrior = hang([withPrior], {
      images: [image({ scan: 'a', side: 'L' })],
      targetScanId: 'a',
      priors: [image({ scan: 'p', side: 'L' })],
    });
    expect(withOnePrior.cells.map((cell) => cell.image?.scan.id)).toEqual(['a', 'p']);
    const sides = fc.constantFrom('L', 'R', null);
    const prior = fc.record({
      scan: fc.constantFrom('p', 'q'),
      side: sides,
      kind: fc.constantFrom('VOLUME', 'RAW'),
      at: fc.constantFrom('2025-01-01', null),
    });
    fc.assert(
      fc.property(inputs, fc.array(prior, { maxLength: 4 }), ({ images, target }, priors) => {
        const sided = { ...withPrior, when: [] };
        const result = hang([sided], {
          images: images.map(image),
          targetScanId: target,
          priors: priors.map(image),
        });
        const [currentCell, priorCell] = result.cells;
        if (priorCell?.image == null) return;
        expect(priorCell.image.kind).toBe('VOLUME');
        const opened = images.find(({ scan }) => scan === target);
        expect(priorCell.image.scan.laterality.id).toBe(opened?.side);
        expect(priorCell.image.scan.laterality.id).not.toBeNull();
        expect(currentCell?.image?.scan.id).not.toBe(priorCell.image.scan.id);
      }),
    );
  });

  it.each([
    ['the selected layout although the rules prefer another', 'one', 'both', 'one'],
    ['the layout of the rules if the selected layout is not possible', 'raw', 'both', 'both'],
    ['the layout of the rules if the selected layout is unknown', 'gone', 'both', 'both'],
  ])('hangs %s', (_, selected, defaultTitle, expected) => {
    const images = [
      { scan: 'l', side: 'L' },
      { scan: 'r', side: 'R' },
    ] as const;
    const context = { images: images.map(image), targetScanId: 'l' };
    expect(hang(PROTOCOLS, context).protocol?.title).toBe(defaultTitle);
    expect(hang(PROTOCOLS, { ...context, selectedId: `test.${selected}` }).protocol?.title).toBe(
      expected,
    );
  });

  it('prefers the previously opened scan of the other side to a newer one', () => {
    const images = [
      { scan: 'l', side: 'L' },
      { scan: 'r-new', side: 'R', at: '2026-02-01' },
      { scan: 'r-old', side: 'R', at: '2026-01-01' },
    ] as const;
    const context = { images: images.map(image), targetScanId: 'l' };
    const right = (opened: readonly string[]) =>
      hang(PROTOCOLS, { ...context, opened }).cells[0]?.image?.scan.id;
    expect(right([])).toBe('r-new');
    expect(right(['l', 'r-old', 'r-new'])).toBe('r-old');
  });

  it('gives the reason why a layout is unavailable', () => {
    const context = { images: [image({ scan: 'r', side: 'R' })], targetScanId: 'r' };
    const choices = layoutChoices([...PROTOCOLS, withPrior], context);
    expect(choices.map(({ title, unavailableReason }) => [title, unavailableReason])).toEqual([
      ['one', null],
      ['both', 'Only one side has been scanned'],
      ['raw', 'This scan has no raw frames'],
      ['compare', 'There is no completed prior scan of this side'],
    ]);
  });

  it('distinguishes priors being searched, a failed search and no prior', () => {
    const context = { images: [image({ scan: 'r', side: 'R' })], targetScanId: 'r' };
    const choice = (more: object) => layoutChoices([withPrior, bothSides], { ...context, ...more });
    expect(choice({ priorsUnknown: 'looking' })).toMatchObject([
      { unavailableReason: 'Searching for prior scans', pending: true },
      { unavailableReason: 'Only one side has been scanned', pending: false },
    ]);
    expect(choice({ priorsUnknown: 'failed' })).toMatchObject([
      { unavailableReason: 'Prior scans could not be loaded', pending: false },
      {},
    ]);
    const priors = [image({ scan: 'old', side: 'R' })];
    const result = choice({ priors, priorsUnknown: 'looking' })[0];
    expect(result).toMatchObject({ unavailableReason: null, pending: false });
  });

  it('does not count a side with raw frames only as a side with a volume', () => {
    const volumes = { attribute: 'sidesWithVolume', op: 'gte', value: 2 } as const;
    const two = protocol('two', { when: [volumes] });
    const hangWithLeft = (kind: 'VOLUME' | 'RAW') => {
      const left = image({ scan: 'l', side: 'L', kind });
      return hang([two], { images: [image({ scan: 'r', side: 'R' }), left], targetScanId: 'r' });
    };
    expect(hangWithLeft('VOLUME').protocol?.title).toBe('two');
    expect(hangWithLeft('RAW').protocol).toBeNull();
  });

  it('is independent of the order of images and protocols', () => {
    const shuffled = inputs.chain((original) =>
      fc.record({
        original: fc.constant(original),
        images: fc.shuffledSubarray(original.images, { minLength: original.images.length }),
        protocols: fc.shuffledSubarray(PROTOCOLS, { minLength: PROTOCOLS.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ original, images, protocols }) => {
        const targetScanId = original.target;
        const expected = hang(PROTOCOLS, { images: original.images.map(image), targetScanId });
        const shuffledResult = hang(protocols, { images: images.map(image), targetScanId });
        expect(shuffledResult).toEqual(expected);
      }),
    );
  });

  it('is independent of the order when data give one scan two sides', () => {
    const left = { scan: 'b', side: 'L', kind: 'VOLUME', at: '2026-02-01' } as const;
    const unknown = { ...left, side: null };
    const expected = hang(PROTOCOLS, { images: [left, unknown].map(image), targetScanId: 'b' });
    const reversed = hang(PROTOCOLS, { images: [unknown, left].map(image), targetScanId: 'b' });
    expect(reversed).toEqual(expected);
  });

  it('fills every cell of the chosen protocol with an image or null', () => {
    fc.assert(
      fc.property(inputs, ({ images, target }) => {
        const result = hang(PROTOCOLS, { images: images.map(image), targetScanId: target });
        const areas = result.protocol?.cells.map((cell) => cell.area) ?? [];
        expect(result.cells.map((cell) => cell.area)).toEqual(areas);
        expect(result.cells.every((cell) => cell.reasons.length === 2)).toBe(true);
      }),
    );
  });
});
