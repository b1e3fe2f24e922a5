import { ERROR_STATUS } from '#contracts';
import { faultTexts } from '../../texts/fault-texts.ts';

/**
 * Data of a fault that may leave the browser. Uses allow lists only, because patient names can't be
 * removed reliably from free text.
 */

/** Error names thrown by engines and browsers. Other names may contain any text. */
const ENGINE_ERRORS: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AggregateError',
  'InternalError',
  'CompileError',
  'LinkError',
  'RuntimeError',
  'AbortError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'EncodingError',
  'InvalidAccessError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'NotSupportedError',
  'OperationError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'UnknownError',
  'VersionError',
]);

/** Pattern of Problem codes, e.g. `VOLUME_TRUNCATED`. */
const PROBLEM_CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;

/** Returns a known error name or Problem code unchanged; null for any other text. */
export function reportableCode(code: string): string | null {
  const isKnown =
    ENGINE_ERRORS.has(code) ||
    Object.hasOwn(ERROR_STATUS, code) ||
    (code.length <= 64 && PROBLEM_CODE.test(code));
  return isKnown ? code : null;
}

/** Known engine messages and the fixed text sent for each. */
const FAULT_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^Cannot (?:read|set) propert(?:y|ies) .*\bof undefined\b/, faultTexts.ofUndefined],
  [/^Cannot (?:read|set) propert(?:y|ies) .*\bof null\b/, faultTexts.ofNull],
  [/\bis undefined$/, faultTexts.isUndefined],
  [/\bis null$/, faultTexts.isNull],
  [/\bis not a function\b/, faultTexts.noFunction],
  [/\bis not defined$/, faultTexts.noName],
  [/\bis not iterable\b/, faultTexts.notIterable],
  [/\bis not a constructor$/, faultTexts.noClass],
  [/^Assignment to constant variable|read.only property/, faultTexts.constant],
  [/^Maximum call stack|too much recursion/, faultTexts.endlessCalls],
  [
    /^Invalid (?:array|typed array) length|^Array buffer allocation failed|out of memory/i,
    faultTexts.memory,
  ],
  [/^Invalid time value|^Invalid date/i, faultTexts.noTime],
  [
    /dynamically imported module|^Importing a module script failed|^Loading chunk/,
    faultTexts.noFile,
  ],
  [/^Failed to fetch|^Load failed|^NetworkError when/, faultTexts.network],
  [/\bin JSON\b|^JSON\.parse|^Unexpected end of JSON/, faultTexts.noJson],
  [/^Minified React error #/, faultTexts.drawing],
  [
    /^Rendered (?:more|fewer) hooks|^Too many re-renders|^Maximum update depth/,
    faultTexts.endlessDrawing,
  ],
  [/WebGL|GPU|shader/, faultTexts.graphics],
];

/** Returns the fixed text for a message; the message itself is never sent. */
export function faultMessageOf(message: string): string {
  return FAULT_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? faultTexts.unspecified;
}

const MAX_STACK_FRAMES = 30;

/**
 * Returns the stack frames of the application's files as `file:row:column`, without function names.
 * Frames of a third-party extension of `extensions` begin with its id: `org.example.a@index.js:1:2`.
 * Skips the repeated message at the start of a stack, because its lines may look like frames.
 */
export function stackFramesOf(
  stack: string | null,
  message: string,
  origin: string,
  extensions: readonly string[] = [],
): string | null {
  if (stack === null) return null;
  const messageStart = message === '' ? -1 : stack.indexOf(message);
  const frames = (messageStart === -1 ? stack : stack.slice(messageStart + message.length))
    .split('\n')
    .flatMap((line) => stackFrameIn(line, origin, extensions) ?? [])
    .slice(0, MAX_STACK_FRAMES);
  return frames.length === 0 ? null : frames.join('\n');
}

/**
 * Parses ` at name (https://site/assets/file.js?v=1:2:3)` or
 * `name@https://site/assets/file.js:2:3`.
 */
function stackFrameIn(line: string, origin: string, extensions: readonly string[]): string | null {
  const from = line.indexOf(`${origin}/`);
  if (from === -1) return null;
  const path = line.slice(from + origin.length);
  const match = /^\/(?:[\w.-]+\/)*([\w.-]+\.[cm]?[jt]sx?)(?:\?[^\s:]*)?:(\d+):(\d+)\)?\s*$/.exec(
    path,
  );
  if (match === null) return null;
  const [, file, row, column] = match;
  const extension = /^\/third-party\/([a-z0-9.-]+)\//.exec(path)?.[1] ?? '';
  const position = `${file}:${row}:${column}`;
  return extensions.includes(extension) ? `${extension}@${position}` : position;
}
