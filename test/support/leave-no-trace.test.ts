import { expect, it, vi } from 'vitest'

it('No file of tests loads modules once more, since all share them', () => {
  expect(() => vi.resetModules()).toThrow(/share modules/)
})
