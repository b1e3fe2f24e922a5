export { aLengthMark, aUser, type FakeBackend, fakeBackend } from './fake-backend.ts';
export { type FakePlatform, fakePlatform, testConfig } from './fake-platform.ts';
export { type ManualClock, manualClock, settle } from './manual-clock.ts';
export { type MemoryBroker, memoryBroker } from './memory-broker.ts';
export {
  errorResponse,
  type MemoryServer,
  memoryServer,
  okResponse,
  type ReceivedCall,
  type StubResponse,
  validationResponse,
} from './memory-server.ts';
export { memoryStorage } from './memory-storage.ts';
export { type ReadingStudy, readingStudy } from './reading-study.ts';
