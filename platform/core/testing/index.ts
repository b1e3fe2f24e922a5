export { type FakePlatform, fakePlatform, testConfig } from './fake-platform.ts';
export { type ManualClock, manualClock, settle } from './manual-clock.ts';
export { type MemoryBroker, memoryBroker } from './memory-broker.ts';
export { aLengthMark, aScan, aUser, type MemoryClinic, memoryClinic } from './memory-clinic.ts';
export {
  type Answer,
  answered,
  type MemoryServer,
  memoryServer,
  type ReceivedCall,
  refused,
} from './memory-server.ts';
export { memoryStorage } from './memory-storage.ts';
export { type ReadingStudy, readingStudy } from './reading-study.ts';
