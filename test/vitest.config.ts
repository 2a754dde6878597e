import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export default defineConfig({
  root: fromRoot(''),
  resolve: {
    // graphql ships two builds; without this both would be loaded and refuse each other's types.
    alias: [{ find: /^graphql$/, replacement: fromRoot('node_modules/graphql/index.js') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
})
