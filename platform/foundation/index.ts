export { assertNever } from './assert-never.ts';
export { joinBytes } from './bytes.ts';
export { type Clock, systemClock } from './clock.ts';
export { dayOf, localTimeZone, stampOf, syncStampOf, timeOf } from './date-format.ts';
export { type Disposable, disposeAll, toDisposable } from './disposable.ts';
export { Emitter } from './emitter.ts';
export { newId } from './ids.ts';
export { jsonLogger, type LogFields, type Logger, type LogLevel, silentLogger } from './logger.ts';
export { messageOf, type Problem, ProblemError, problem, problemOf } from './problem.ts';
export { fail, ok, type Result, unwrap } from './result.ts';
export { Scope } from './scope.ts';
export {
  defineTexts,
  plural,
  type TextEntry,
  type TextTree,
  type Translation,
  textAreas,
} from './texts.ts';
export { type Token, token } from './token.ts';
