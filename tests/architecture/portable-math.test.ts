import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

/**
 * Operations whose last bit depends on the JavaScript engine: powers, and all functions of `Math`
 * that IEEE 754 does not define. Values that are hashed or compared byte by byte must not use them.
 */
const UNPORTABLE_OPERATION =
  /\bMath\.(?:sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|expm1|log|log2|log10|log1p|pow|hypot|cbrt)\b|\*\*/g;
/** Geometry functions based on such operations. */
const GEOMETRY_FUNCTION =
  /\b(?:radialDirection|sampleToMm|mmToSample|sampleToAxisPoint|axisPointToSample|polarOf)\b/g;

/** Returns the lines of a file with such operations. */
function findUnportable({ path, text }: SourceFile): readonly string[] {
  // Comments may contain powers.
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/\/\/.*$/gm, '');
  return code
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(UNPORTABLE_OPERATION), ...line.matchAll(GEOMETRY_FUNCTION)].map(
        ([match]) => `${path}:${index + 1}: ${match}`,
      ),
    );
}

const SIMULATOR = sourceFiles().filter(
  ({ path }) =>
    path.startsWith('extensions/scanner/simulator/') &&
    !path.endsWith('.test.ts') &&
    !path.includes('/test-support/'),
);

describe('the simulator', () => {
  it('uses only operations that every engine rounds alike, so that a seed gives the same bytes everywhere', () => {
    expect(SIMULATOR.length).toBeGreaterThan(20);
    expect(SIMULATOR.flatMap(findUnportable)).toEqual([]);
  });

  it.each([
    ['const x = Math.hypot(a, b);', 1],
    ['const x = 2 ** n;', 1],
    ['const d = radialDirection(deg);', 1],
    ['/** Σ w**2, as Math.exp would */ const x = Math.sqrt(a * a); // Math.sin', 0],
    ['const k = Math.LN2 * Math.floor(x);', 0],
  ])('is checked by code, not by comments: %s', (text, count) => {
    expect(findUnportable({ path: 'a.ts', text })).toHaveLength(count);
  });
});
