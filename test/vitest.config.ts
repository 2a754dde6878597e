import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultExclude, defineConfig } from 'vitest/config'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

// Read by the workers and by the processes that tests start: the same code is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'service-test-cache')
process.env['TEST_RUN'] ??= randomBytes(4).toString('hex')

/** Tests that start programs, or make up input for long. */
const slow = 'test/**/*.{e2e,fuzz}.test.ts'
/** Tests that measure memory: what other tests left or V8 compiles for them would count as theirs. */
const ownHeap = 'test/**/*.heap.test.ts'
const ownFolder = 'test/support/scratch.ts'
const globalSetup = [ownFolder, 'test/support/build-pages.ts', 'test/support/mysql-server.ts']

export default defineConfig({
  root: fromRoot(''),
  resolve: {
    // graphql ships two builds; without this both would be loaded and refuse each other's types.
    alias: [{ find: /^graphql$/, replacement: fromRoot('node_modules/graphql/index.js') }],
  },
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Measured on two cores: 154 s, with three 189. `test:slow` in package.json has three, because of its browsers.
    maxWorkers: 4,
    // To load the service takes longer than most files of tests. What a test changes for its process it puts back.
    isolate: false,
    restoreMocks: true,
    // As long as `until` waits: on a busy machine a second is soon over.
    expect: { poll: { timeout: 10_000, interval: 20 } },
    setupFiles: ['test/support/leave-no-trace.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'specification',
          include: ['test/**/*.test.ts'],
          exclude: [...defaultExclude, slow, ownHeap],
          globalSetup,
        },
      },
      { extends: true, test: { name: 'slow', include: [slow], globalSetup } },
      {
        extends: true,
        test: {
          name: 'own heap',
          include: [ownHeap],
          isolate: true,
          execArgv: ['--expose-gc'],
          globalSetup: [ownFolder],
        },
      },
    ],
  },
})
