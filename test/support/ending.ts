/** Registers what is to be done at an end: of the test with vitest's `onTestFinished`, of the file with its `afterAll`. */
export type Ending = (dispose: () => Promise<void>) => void
